import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import {
  type Agreement,
  closeTeam,
  compare,
  type Meeting,
  playSteps,
  playTeam,
} from '../../tests/teams/play-team.ts';
import type { StartedHub } from './hub-load.ts';

interface Place {
  readonly name: string;
  meet(team: string): Promise<Meeting>;
  /** Ends with SIGKILL whatever serves a sync at this moment. Returns how many processes that were. */
  strike(): number;
  /** Whether the place itself is whole. */
  check(): Promise<boolean>;
}

/** A bare repository, whose ends are the programs that git runs in it. */
export function gitPlace(folder: string): Place {
  const url = join(folder, 'hub.git');
  execFileSync('git', ['init', '--quiet', '--bare', url]);
  return {
    name: 'git',
    meet: async () => ({ url }),
    strike: () => strikeIn(url, /^git/),
    check: async () => execFileSync('git', ['-C', url, 'fsck', '--connectivity-only']).length >= 0,
  };
}

/** Ends processes at work in a folder by what they call themselves. */
function strikeIn(folder: string, called: RegExp): number {
  let killed = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (!readlinkSync(`/proc/${id}/cwd`).startsWith(folder)) continue;
      if (called.test(readFileSync(`/proc/${id}/cmdline`, 'utf8')))
        killed += Number(process.kill(Number(id), 'SIGKILL'));
    } catch {
      // It ended by itself.
    }
  return killed;
}

/** A server of its own, whose end is the process that serves a connection: the whole server starts anew then. */
export function postgresPlace({ server, example }: StartedHub): Place {
  return {
    name: 'Postgres',
    meet: async (team) => ({
      connection: server.connection({ ...(await example.addTeam(team)), database: example.database }),
    }),
    strike: () => strikeIn(server.folder, /^postgres: afterwit_/),
    check: async () => (await server.query('SELECT 1', [], example.database)).length === 1,
  };
}

interface Merged extends Agreement {
  /** Syncs in which a process of this end was killed before its own end. */
  readonly killed: { readonly machine: number; readonly hub: number };
  readonly isWhole: boolean;
}

const names = ['ada', 'ben', 'cleo', 'dan', 'eve'];

/** Plays days of five machines in one place, with about so many kills, half at the hub's end, and compares their final memories. */
export async function measureMerge(place: Place, kills: number, seed: number): Promise<Merged> {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-merge-'));
  const team = await playTeam(folder, names, place.meet);
  const killed = { machine: 0, hub: 0 };
  try {
    const note = (count: number, end: keyof typeof killed) => {
      killed[end] += Math.sign(count);
    };
    // A third of the steps sync, and three of four of those are killed.
    await playSteps(team, kills * 4, seededRandom(seed), { share: 0.75, note, strike: place.strike });
    return { ...compare(team), killed, isWhole: await place.check() };
  } finally {
    closeTeam(team);
    rmSync(folder, { recursive: true, force: true });
  }
}
