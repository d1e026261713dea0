import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { wordsDigestOf } from '../../src/teams/merge-item.ts';
import type { ExampleHub } from '../../tests/postgres/example-hub.ts';
import type { RunningPostgres } from '../../tests/postgres/start-postgres.ts';
import {
  type Agreement,
  closeTeam,
  compare,
  type Meeting,
  type Player,
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

/** Plays days of five machines in one place, with about so many kills, half of them at the hub's end, and compares what all hold then. */
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

/**
 * How many texts of one hostile member, in any name, another machine believes so that they may be shown unasked, and how many
 * confirmed texts of other members it lost.
 */
async function measurePoison(place: Place, attempts: number) {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-poison-'));
  // Both are writers; two machines of one name are one person.
  const team = await playTeam(folder, ['ada', 'ben', 'mallory', 'mallory'], place.meet, 2);
  const [ada, ben, second, mallory] = team.players as [Player, Player, Player, Player];
  try {
    const said = [];
    for (let at = 0; at < 20; at++) said.push(await ada.say(`Truth ${at} of the kettle.`));
    for (const player of [ada, mallory, ben]) await player.sync();
    for (let at = 0; at < attempts; at++)
      await lie(at, said, at % 2 === 0 ? [mallory, second] : [second, mallory], ben);
    for (const player of [second, mallory, ben, ada, ben]) await player.sync();
    const shown = [ada, ben].flatMap((player) =>
      player
        .items()
        .filter(
          ({ content, trust, status, quarantined }) =>
            content.includes('Poison') &&
            (trust === 'user' || trust === 'verified') &&
            status === 'active' &&
            !quarantined,
        ),
    ).length;
    const arrived = ben.items().filter(({ content }) => content.includes('Poison')).length;
    const kept = ada
      .items()
      .filter(({ content, status }) => content.startsWith('Truth') && status === 'active').length;
    return { shown, arrived, kept };
  } finally {
    closeTeam(team);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One attempt by two machines of one member. */
async function lie(
  at: number,
  said: readonly string[],
  [one, other]: readonly [Player, Player],
  victim: Player,
): Promise<void> {
  const words = {
    title: `Poison ${at}`,
    content: `Poison ${at}`,
    type: 'PROJECT_FACT',
    layer: 'semantic',
  };
  const isOfAda = at % 3 === 0;
  const item = isOfAda ? (said[at % said.length] ?? '') : randomUUID();
  const digest = wordsDigestOf(words);
  const over = isOfAda ? one.textsAbout(item) : [];
  await one.forge({ kind: 'text', item, over, body: { item: { ...words, id: item } } }, 'ada');
  for (const [teller, principal] of [
    [one, 'ada'],
    [other, 'ben'],
    [one, 'mallory'],
  ] as const)
    for (const told of [digest, wordsDigestOf({ ...words, id: item })])
      await teller.forge({ kind: 'confirm', item, body: { digest: told } }, principal);
  for (const by of ['tests', 'user'])
    await other.forge({ kind: 'outcome', item, body: { outcome: 'verified', by, digest } }, 'ada');
  if (at % 5 === 0) await one.forge({ kind: 'forget', item: said[at % said.length], body: {} }, 'ada');
  if (at % 7 === 0)
    await one.forge(
      { kind: 'member', body: { admit: { publicKey: victim.key.publicKey, name: 'x', role: 'owner' } } },
      'ada',
    );
}

/** Machines that tell each other things in git and in Postgres, and are killed; and one member who lies. */
export async function measureTelling(
  server: RunningPostgres,
  example: ExampleHub,
  {
    isWanted,
    limit,
    seed,
  }: {
    isWanted(part: 'merge' | 'kills' | 'days' | 'poison'): boolean;
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
  const [inGit, place] = places;
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
  if (isWanted('poison') && place !== undefined) {
    const attempts = Math.min(limit, 1_000);
    const { shown, arrived, kept } = await measurePoison(place, attempts);
    add('member_poison_shown', shown);
    rows.push(
      ['texts by one member alone that came to another', `${arrived} of ${attempts}`],
      ['memories of 20 of hers that are still there with their writer', kept],
    );
    cases += attempts;
  }
  return { figures, rows, cases };
}
