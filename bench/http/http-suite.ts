import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Suite } from '../suite.ts';
import { fillHome } from './fill-home.ts';
import { measureServer } from './measure-server.ts';

const manyMemories = 100_000;
const fewMemories = 2_000;
const high = 0.95;

/** What the dashboard's server costs: each answer, and while nobody asks. */
export const httpSuite: Suite = {
  description: 'server of the dashboard',
  options: ['smoke'],
  async run({ home, smoke }) {
    const count = smoke ? fewMemories : manyMemories;
    if (!existsSync(join(home, 'memory.db'))) await fillHome(home, count);
    const { apiMs, firstMs, atOnceMs, startRssMb, idleRssMb, idleCpuShare } = await measureServer(home);
    const all = [...apiMs.values()].flat();
    const pages = [...apiMs].filter(([path]) => path.startsWith('browse')).flatMap(([, ms]) => ms);
    return {
      cases: all.length,
      figures: {
        api_p95_ms: percentile(all, high),
        list_100k_ms_p95: percentile(pages, high),
        api_first_ms_max: Math.max(...firstMs.values()),
        clients_32_ms_p95: percentile(atOnceMs, high),
        start_rss_mb: startRssMb,
        idle_rss_mb: idleRssMb,
        idle_cpu_share: idleCpuShare,
      },
      tables: [
        {
          title: `CPU time of the server for one answer, ${count} memories, ms`,
          columns: ['address', 'first', 'median', 'p95'],
          rows: [...apiMs].map(([path, ms]) => [
            path,
            (firstMs.get(path) ?? Number.NaN).toFixed(1),
            percentile(ms, 0.5).toFixed(1),
            percentile(ms, high).toFixed(1),
          ]),
        },
      ],
    };
  },
};

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
