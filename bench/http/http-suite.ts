import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openMemory, type Scope } from '../../src/index.ts';
import { fillHome } from '../../tests/dashboard/fill-home.ts';
import { person } from '../person.ts';
import { percentile } from '../reporting/statistics.ts';
import type { Suite } from '../suite.ts';
import { measurePage } from './measure-page.ts';
import { measureServer } from './measure-server.ts';

const manyMemories = 100_000;
const fewMemories = 2_000;
const decisionCount = 2_000;
/** In every text that anybody may write, so that a page that ran one would be found out. */
const payload = '</script><img src=x onerror="window.fired=1"><svg onload="window.fired=1">';

/** The cost of the dashboard: each answer of its server, the idle server, and the page in a real browser. */
export const httpSuite: Suite = {
  description: 'server and page of the dashboard',
  options: ['smoke'],
  async run({ home, smoke }) {
    const count = smoke ? fewMemories : manyMemories;
    if (!existsSync(join(home, 'memory.db'))) await fill(home, count);
    const { apiMs, firstMs, atOnceMs, startRssMb, idleRssMb, idleCpuShare } = await measureServer(
      home,
      smoke,
    );
    const all = [...apiMs.values()].flat();
    const pages = [...apiMs].filter(([path]) => path.startsWith('browse')).flatMap(([, ms]) => ms);
    return {
      cases: all.length,
      figures: {
        api_p95_ms: percentile(all, 0.95),
        list_100k_ms_p95: percentile(pages, 0.95),
        api_first_ms_max: Math.max(...firstMs.values()),
        clients_32_ms_p95: percentile(atOnceMs, 0.95),
        start_rss_mb: startRssMb,
        idle_rss_mb: idleRssMb,
        idle_cpu_share: idleCpuShare,
        ...(await measurePage(home, smoke)),
      },
      tables: [
        {
          title: `CPU time of the server for one answer, ${count} memories, ms`,
          columns: ['address', 'first', 'median', 'p95'],
          rows: [...apiMs].map(([path, ms]) => [
            path,
            (firstMs.get(path) ?? Number.NaN).toFixed(1),
            percentile(ms, 0.5).toFixed(1),
            percentile(ms, 0.95).toFixed(1),
          ]),
        },
      ],
    };
  },
};

async function fill(home: string, count: number): Promise<void> {
  const memory = await openMemory({ home, repository: '.', speaker: person });
  const scope = `repo:${(await memory.repositories.current()).id}` as Scope;
  await memory.close();
  await fillHome({ home, scope, count, decisionCount, nowMs: Date.now(), payload });
}
