import { makeExampleHub } from '../../tests/postgres/example-hub.ts';
import {
  bouncerMissing,
  postgresPrograms,
  startBouncer,
  startPostgres,
} from '../../tests/postgres/start-postgres.ts';
import type { Table } from '../reporting/table.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { countForeignRows, fillTeam, measurePulls, measurePushes, measureSearches } from './measure-hub.ts';
import { measureTelling } from './measure-merge.ts';

const parts = ['merge', 'days', 'isolation', 'speed', 'search', 'large', 'kills'] as const;
const operations = 100_000;

/** Does a hub keep teams apart, and how fast is it? */
export const teamsSuite: Suite = {
  description: `five machines that meet in git and in Postgres, and the hub alone; parts: ${parts.join(', ')} (only when named: large, ten million texts; kills, 1,000 of --limit)`,
  options: ['limit', 'part', 'seed'],
  async run({ limit, seed, parts: chosen }) {
    const isWanted = (part: (typeof parts)[number]) =>
      chosen.length === 0 ? part !== 'large' && part !== 'kills' : chosen.includes(part);
    const program = postgresPrograms.find(({ missing }) => missing === undefined);
    const figures: Record<string, Figure> = {
      ...{
        lost: notRun,
        divergent: notRun,
        kills: notRun,
        morning_ms_p95: notRun,
      },
      ...{ foreign_rows: notRun, foreign_rows_pooled: notRun, operations_per_second: notRun },
      ...{ first_sync_seconds_100k: notRun, delta_ms_p95: notRun },
      ...{ hub_search_ms_p95_1m: notRun, hub_search_ms_p95_10m: notRun },
    };
    if (program === undefined) return { cases: 0, figures, tables: [] };
    // Every commit reaches the disk, as where it matters.
    const settings = [
      'fsync = on',
      'shared_buffers = 1GB',
      'maintenance_work_mem = 512MB',
      'max_wal_size = 8GB',
    ];
    const server = await startPostgres(program, { settings });
    const rows: (readonly (string | number)[])[] = [];
    const count = Math.min(limit, operations);
    let cases = 0;
    try {
      const example = await makeExampleHub(server);
      const told = await measureTelling(server, example, { isWanted, limit, seed });
      Object.assign(figures, told.figures);
      rows.push(...told.rows);
      cases += told.cases;
      if (isWanted('isolation')) {
        const direct = await countForeignRows(server, example, server, count, 'direct');
        figures.foreign_rows = direct.foreign;
        rows.push(['rows read by 50 teams at once', direct.read], ['operations they wrote', direct.written]);
        cases += direct.written;
        if (bouncerMissing === undefined) {
          const bouncer = await startBouncer(server, [example.member]);
          try {
            const pooled = await countForeignRows(server, example, bouncer, count, 'pooled');
            figures.foreign_rows_pooled = pooled.foreign;
            rows.push(['the same through PgBouncer', pooled.read], ['operations they wrote', pooled.written]);
            cases += pooled.written;
          } finally {
            await bouncer.stop();
          }
        }
      }
      if (isWanted('speed')) {
        const { perSecond, cpuUs } = await measurePushes(server, example, count);
        figures.operations_per_second = perSecond;
        rows.push([
          'processor time of a pushed operation, µs: machine, server',
          cpuUs.map(Math.round).join(', '),
        ]);
        const {
          firstSeconds,
          deltaP95,
          cpuUs: pullUs,
          deltaUs,
        } = await measurePulls(server, example, count, 200);
        rows.push(
          ['of a pulled one, µs', pullUs.map(Math.round).join(', ')],
          ['of a push and a pull of five, µs', deltaUs.map(Math.round).join(', ')],
        );
        figures.first_sync_seconds_100k = firstSeconds;
        figures.delta_ms_p95 = deltaP95;
        cases += 2 * count;
      }
      let filled = 0;
      for (const [part, figure, million] of [
        ['search', 'hub_search_ms_p95_1m', 1],
        ['large', 'hub_search_ms_p95_10m', 10],
      ] as const) {
        if (!isWanted(part)) continue;
        const items = Math.min(limit, million * 1_000_000);
        // An index over all is made faster than it grows.
        await server.query('DROP INDEX afterwit.operation_words', [], example.database);
        const team = await fillTeam(server, example, filled, items);
        await server.query(
          'CREATE INDEX operation_words ON afterwit.operation USING gin (words) WHERE words IS NOT NULL',
          [],
          example.database,
        );
        await server.query('VACUUM ANALYZE afterwit.operation', [], example.database);
        filled = items;
        const { p50, p95, matched, slowest, cpuUs } = await measureSearches(server, example, team, 400);
        figures[figure] = p95;
        cases += 400;
        rows.push([`search of ${items} texts of one team, ms p50`, p50], ['texts looked at, mean', matched]);
        rows.push(['processor time of a search, µs', cpuUs.map(Math.round).join(', ')]);
        for (const [took, question] of slowest) rows.push([`slowest: ${question}`, took]);
      }
    } finally {
      await server.stop();
    }
    const table: Table = { title: program.name, columns: ['what', 'value'], rows };
    return { cases, figures, tables: [table] };
  },
};
