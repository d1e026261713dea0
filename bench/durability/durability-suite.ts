import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '../doors/seeded-random.ts';
import { startWritingServer, type WritingServerOptions } from '../mcp/writing-server.ts';
import { percentile } from '../reporting/statistics.ts';
import type { Suite, SuiteReport } from '../suite.ts';
import { addLosses, examineMemory, type Losses, noLosses } from './examine-memory.ts';

const top = resolve(import.meta.dirname, '../..');
const mostKills = 3_000;
const writers = 8;
/** A home is examined whole after each round, so it is not to grow for ever. */
const roundsPerHome = 25;
const longestLifeMs = 600;
const longestGapMs = 50;
const seed = 9;

/** Is anything lost when processes are killed as they write? */
export const durabilitySuite: Suite = {
  description: `${writers} servers killed as they remember; the limit is one of kills`,
  options: ['limit'],
  async run({ home, limit }) {
    const command = join(top, 'dist', 'bin.js');
    if (!existsSync(command)) throw new Error('The command is not built yet. Run "npm run build" first.');
    mkdirSync(home, { recursive: true });
    const folder = mkdtempSync(join(home, 'durability-'));
    try {
      return report(await killAndExamine(command, folder, Math.ceil(Math.min(mostKills, limit) / writers)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Found {
  readonly kills: number;
  readonly losses: Losses;
  readonly tookMs: readonly number[];
  readonly refusals: number;
}

async function killAndExamine(command: string, folder: string, rounds: number): Promise<Found> {
  const random = new SeededRandom(seed);
  const repository = join(folder, 'repository');
  execFileSync('git', ['init', '--quiet', repository]);
  const tookMs: number[] = [];
  let refusals = 0;
  let losses = noLosses;
  let promised = new Map<string, string>();
  for (let round = 0; round < rounds; round++) {
    if (round % roundsPerHome === 0) promised = new Map();
    const home = join(folder, `home-${Math.floor(round / roundsPerHome)}`);
    const written = await writeAndKill({ command, home, repository }, round, random);
    promised = new Map([...promised, ...written.acknowledged]);
    tookMs.push(...written.tookMs);
    refusals += written.refusals;
    const isLast = round === rounds - 1 || round % roundsPerHome === roundsPerHome - 1;
    losses = addLosses(losses, await examineMemory({ command, home, repository, promised, isLast }));
    if (isLast) console.error(`${(round + 1) * writers} kills, ${losses.acknowledged} acknowledged`);
  }
  return { kills: rounds * writers, losses, tookMs, refusals };
}

type Place = Pick<WritingServerOptions, 'command' | 'home' | 'repository'>;

async function writeAndKill(place: Place, round: number, random: SeededRandom) {
  const servers = Array.from({ length: writers }, (_, writer) =>
    startWritingServer({ ...place, textOf: (count) => textOf(round, writer, count) }),
  );
  await Promise.all(servers.map(({ started }) => started));
  const before = servers.map((server) => server.tookMs.length);
  await sleep(random.below(longestLifeMs));
  // Times are those of all writing at once: neither while others start nor when some are dead.
  const tookMs = servers.flatMap((server, at) => server.tookMs.slice((before[at] ?? 0) + 1));
  // One after the other, so that those that live on meet what the dead have left.
  for (const server of random.shuffle(servers)) {
    await sleep(random.below(longestGapMs));
    await server.kill();
  }
  return {
    acknowledged: servers.flatMap(({ acknowledged }) => [...acknowledged]),
    tookMs,
    refusals: servers.flatMap((server) => server.refusals).length,
  };
}

function textOf(round: number, writer: number, count: number): string {
  return `Note ${count} of writer ${writer} in round ${round}: word${round}x${writer}x${count} is worth keeping.`;
}

function report({ kills, losses, tookMs, refusals }: Found): SuiteReport {
  return {
    cases: kills,
    figures: {
      kills,
      ...losses,
      refused: refusals,
      write_ms_p50: percentile(tookMs, 0.5),
      write_ms_p99: percentile(tookMs, 0.99),
      write_ms_longest: percentile(tookMs, 1),
    },
    tables: [],
  };
}
