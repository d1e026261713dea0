import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeExampleHub } from '../../tests/postgres/example-hub.ts';
import { postgresPrograms, startPostgres } from '../../tests/postgres/start-postgres.ts';
import type { Figure, SuiteOptions, SuiteReport } from '../suite.ts';
import { suiteOfParts } from '../suite-of-parts.ts';
import type { StartedHub } from './hub-load.ts';
import { measureDays } from './measure-days.ts';
import { countForeignRows, fillTeam, measurePulls, measurePushes, measureSearches } from './measure-hub.ts';
import { gitPlace, measureMerge, postgresPlace } from './measure-merge.ts';

const operations = 100_000;
const texts = 1_000_000;
const questions = 400;
/** Every commit reaches the disk, as where it matters. */
const settings = ['fsync = on', 'shared_buffers = 1GB', 'maintenance_work_mem = 512MB', 'max_wal_size = 8GB'];

interface Measured {
  readonly cases: number;
  readonly figures: Readonly<Record<string, Figure>>;
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Does a hub keep teams apart, and how fast is it? */
export const teamsSuite = suiteOfParts({
  description: 'five machines that meet in git and in Postgres, and the hub alone; kills: 1,000 of --limit',
  options: ['limit', 'seed'],
  parts: {
    merge: onHub('merge', (hub, options) => mergeOf(hub, options, 24)),
    days: async ({ limit }, folder) => {
      const days = await measureDays(gitPlace(folder).meet, Math.min(limit, 30));
      const { lost, divergent, p95: morning_ms_p95 } = days;
      return reportOf('days', {
        cases: days.mornings,
        figures: { lost, divergent, morning_ms_p95 },
        rows: [
          ['mornings of seven machines in git, ms p50', days.p50],
          ['their processor time with that of git, ms, mean', days.cpuMs],
          ['sync of the eighth, away all these days, ms', days.monthMs],
          ['operations by then', days.operations],
        ],
      });
    },
    isolation: onHub('isolation', async (hub, { limit }) => {
      const { foreign, read, written } = await countForeignRows(hub, Math.min(limit, operations));
      return {
        cases: written,
        figures: { foreign_rows: foreign },
        rows: [
          ['rows read by 50 teams at once', read],
          ['operations they wrote', written],
        ],
      };
    }),
    speed: onHub('speed', async (hub, { limit }) => {
      const count = Math.min(limit, operations);
      const pushed = await measurePushes(hub, count);
      const pulled = await measurePulls(hub, count, 200);
      return {
        cases: 2 * count,
        figures: {
          operations_per_second: pushed.perSecond,
          first_sync_seconds_100k: pulled.firstSeconds,
          delta_ms_p95: pulled.deltaP95,
        },
        rows: [
          [
            'processor time of a pushed operation, µs: machine, server',
            pushed.cpuUs.map(Math.round).join(', '),
          ],
          ['of a pulled one, µs', pulled.cpuUs.map(Math.round).join(', ')],
          ['of a push and a pull of five, µs', pulled.deltaUs.map(Math.round).join(', ')],
        ],
      };
    }),
    search: onHub('search', async (hub, { limit }) => {
      const items = Math.min(limit, texts);
      const team = await fillTeam(hub, items);
      const { p50, p95, cpuUs } = await measureSearches(hub, team, questions);
      return {
        cases: questions,
        figures: { hub_search_ms_p95_1m: p95 },
        rows: [
          [`search of ${items} texts of one team, ms p50`, p50],
          ['processor time of a search, µs', cpuUs.map(Math.round).join(', ')],
        ],
      };
    }),
  },
  named: { kills: onHub('kills', (hub, options) => mergeOf(hub, options, 1_000)) },
});

/** Nothing is measured where there is no Postgres. */
function onHub(title: string, measure: (hub: StartedHub, options: SuiteOptions) => Promise<Measured>) {
  return async (options: SuiteOptions): Promise<SuiteReport> => {
    const program = postgresPrograms.find(({ missing }) => missing === undefined);
    if (program === undefined) return reportOf(`${title}: no Postgres`, { cases: 0, figures: {}, rows: [] });
    const server = await startPostgres(program, { settings });
    try {
      const hub = { server, example: await makeExampleHub(server) };
      return reportOf(`${title}, ${program.name}`, await measure(hub, options));
    } finally {
      await server.stop();
    }
  };
}

function reportOf(title: string, { rows, ...measured }: Measured): SuiteReport {
  return { ...measured, tables: [{ title, columns: ['what', 'value'], rows }] };
}

/** Machines that tell each other things in git and in Postgres, and are killed. */
async function mergeOf(hub: StartedHub, { limit, seed }: SuiteOptions, most: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-hub-'));
  const places = [gitPlace(folder), postgresPlace(hub)];
  const total = { lost: 0, divergent: 0, kills: 0 };
  const rows: (readonly (string | number)[])[] = [];
  let cases = 0;
  try {
    for (const [at, place] of places.entries()) {
      const kills = Math.ceil(Math.min(limit, most) / places.length);
      const merged = await measureMerge(place, kills, 2 * seed + at - 1);
      const { lost, divergent, operations: told, items, killed, isWhole } = merged;
      total.lost += lost + (isWhole ? 0 : 1);
      total.divergent += divergent;
      total.kills += killed.machine + killed.hub;
      cases += told;
      rows.push(
        [`${place.name}: operations of five machines`, told],
        [`${place.name}: memories`, items],
        [`${place.name}: syncs killed at the machine, at the hub`, `${killed.machine}, ${killed.hub}`],
      );
    }
    return { cases, figures: total, rows };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
