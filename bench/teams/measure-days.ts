import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import {
  closeTeam,
  compare,
  type Meeting,
  type Player,
  playSteps,
  playTeam,
} from '../../tests/teams/play-team.ts';
import { familyCpuMsOf } from '../reporting/processes.ts';
import { percentile } from '../reporting/statistics.ts';

const names = ['ada', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal'];

/**
 * Days of eight people: each syncs in the morning, and says and judges a few things until the evening. One of them is away all the time
 * and works on, and then comes back.
 */
export async function measureDays(meet: (team: string) => Promise<Meeting>, days: number) {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-days-'));
  const team = await playTeam(folder, names, meet, 4);
  const random = seededRandom(3);
  const [away, ...present] = team.players.toReversed() as [Player, ...Player[]];
  try {
    const morningMs: number[] = [];
    let cpuMs = 0;
    for (let day = 0; day < days; day++) {
      if (day % 3 === 0) await away.say(`What ${away.name} learned alone on day ${day}.`);
      for (const player of present) {
        const beforeMs = familyCpuMsOf('self');
        morningMs.push(await timeOf(player));
        cpuMs += familyCpuMsOf('self') - beforeMs;
        await player.say(`What ${player.name} learned on day ${day}.`);
        for (const what of ['approve', 'judge', day % 4 === 0 ? 'edit' : 'judge'] as const)
          await player.act(what, random(), `What ${player.name} edited on day ${day}.`);
      }
    }
    const monthMs = await timeOf(away);
    await playSteps(team, 0, random);
    return {
      ...compare(team),
      ...{ p50: percentile(morningMs, 0.5), p95: percentile(morningMs, 0.95) },
      ...{ monthMs, mornings: morningMs.length, cpuMs: cpuMs / morningMs.length },
    };
  } finally {
    closeTeam(team);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeOf(player: Player): Promise<number> {
  const beganMs = performance.now();
  await player.sync();
  return performance.now() - beganMs;
}
