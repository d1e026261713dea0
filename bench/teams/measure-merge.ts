import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import type { ExampleHub } from '../../tests/postgres/example-hub.ts';
import type { RunningPostgres } from '../../tests/postgres/start-postgres.ts';
import {
  type Agreement,
  closeTeam,
  compare,
  type Meeting,
  playSteps,
  playTeam,
} from '../../tests/teams/play-team.ts';
import { measureDays } from './measure-days.ts';

interface Place {
  readonly name: string;
  meet(team: string): Promise<Meeting>;
  /** Ends with SIGKILL whatever serves a sync at this moment. Returns how many processes that were. */
  strike(): number;
  /** Whether the place itself is whole. */
  check(): Promise<boolean>;
}

/** A bare repository, whose ends are the programs that git runs in it. */
function gitPlace(folder: string): Place {
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
function postgresPlace(server: RunningPostgres, hub: ExampleHub): Place {
  return {
    name: 'Postgres',
    meet: async (team) => ({
      connection: server.connection({ ...(await hub.addTeam(team)), database: hub.database }),
    }),
    strike: () => strikeIn(server.folder, /^postgres: afterwit_/),
    check: async () => (await server.query('SELECT 1', [], hub.database)).length === 1,
  };
}

interface Merged extends Agreement {
  /** Syncs in which a process of this end was killed before its own end. */
  readonly killed: { readonly machine: number; readonly hub: number };
  readonly isWhole: boolean;
}

function rowsOf({ name }: Place, { operations, items, killed }: Merged) {
  return [
    [`${name}: operations of five machines`, operations],
    [`${name}: memories`, items],
    [`${name}: syncs killed at the machine, at the hub`, `${killed.machine}, ${killed.hub}`],
  ] as const;
}

const names = ['ada', 'ben', 'cleo', 'dan', 'eve'];

/** Plays days of five machines in one place, with about so many kills, half at the hub's end, and compares their final memories. */
async function measureMerge(place: Place, kills: number, seed: number): Promise<Merged> {
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

/** Machines that tell each other things in git and in Postgres, and are killed. */
export async function measureTelling(
  server: RunningPostgres,
  example: ExampleHub,
  {
    isWanted,
    limit,
    seed,
  }: {
    isWanted(part: 'merge' | 'kills' | 'days'): boolean;
    readonly limit: number;
    readonly seed: number;
  },
) {
  const places = [gitPlace(mkdtempSync(join(tmpdir(), 'afterwit-hub-'))), postgresPlace(server, example)];
  const figures: Record<string, number> = {};
  const rows: (readonly [string, string | number])[] = [];
  let cases = 0;
  const add = (name: string, count: number) => {
    figures[name] = (figures[name] ?? 0) + count;
  };
  if (isWanted('merge') || isWanted('kills')) {
    const kills = Math.ceil(Math.min(limit, isWanted('kills') ? 1_000 : 24) / places.length);
    for (const [at, place] of places.entries()) {
      const merged = await measureMerge(place, kills, 2 * seed + at - 1);
      add('lost', merged.lost + (merged.isWhole ? 0 : 1));
      add('divergent', merged.divergent);
      add('kills', merged.killed.machine + merged.killed.hub);
      rows.push(...rowsOf(place, merged));
      cases += merged.operations;
    }
  }
  const [inGit] = places;
  if (isWanted('days') && inGit !== undefined) {
    const days = await measureDays(inGit.meet, Math.min(limit, 30));
    add('lost', days.lost);
    add('divergent', days.divergent);
    Object.assign(figures, { morning_ms_p95: days.p95 });
    rows.push(
      [`mornings of seven machines in git, ms p50`, days.p50],
      ['their processor time with that of git, ms, mean', days.cpuMs],
      ['sync of the eighth, away all these days, ms', days.monthMs],
      ['operations by then', days.operations],
    );
    cases += days.mornings;
  }
  return { figures, rows, cases };
}
