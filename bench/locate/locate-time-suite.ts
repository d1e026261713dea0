import { openMemory } from '../../src/index.ts';
import { readIssueCases } from '../datasets/issue-cases.ts';
import { cpuMsSince } from '../doors/cpu-time.ts';
import { percentile } from '../reporting/statistics.ts';
import type { Suite } from '../suite.ts';

/** Questions asked before any is timed: the first read columns, and the compiler has not seen the code. */
const warmUp = 10;
const mostQuestions = 150;
const bytesPerMegabyte = 1_048_576;

/** What a question costs a server that has answered some before: issues of any repository, asked about one at HEAD. */
export const locateTimeSuite: Suite = {
  description: 'time and memory of a warm question: --repo PATH --dataset FILE …',
  async run({ repository, datasets, limit, home }) {
    const texts = readIssueCases(datasets).map(({ problem_statement: text }) => text);
    const count = Math.min(limit, mostQuestions);
    await using memory = await openMemory({ ...(repository === undefined ? {} : { repository }), home });
    const { commitCount } = await memory.index();
    const cpuMs: number[] = [];
    const wallMs: number[] = [];
    let fileCount = 0;
    let mostBytes = 0;
    for (let i = 0; i < warmUp + count; i++) {
      const startedAtMs = performance.now();
      const before = process.cpuUsage();
      const answer = await memory.locate(texts[i % texts.length] ?? 'error');
      const usedMs = cpuMsSince(before);
      fileCount = answer.fileCount;
      if (i < warmUp) continue;
      mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
      cpuMs.push(usedMs);
      wallMs.push(performance.now() - startedAtMs);
    }
    const figures = {
      query_cpu_ms_p50: percentile(cpuMs, 0.5),
      query_cpu_ms_p95: percentile(cpuMs, 0.95),
      query_wall_ms_p50: percentile(wallMs, 0.5),
      query_wall_ms_p95: percentile(wallMs, 0.95),
      rss_mb: mostBytes / bytesPerMegabyte,
    };
    const row = [commitCount, fileCount, ...Object.values(figures).map((value) => value.toFixed(1))];
    const columns = ['commits', 'files', 'CPU p50 ms', 'CPU p95 ms', 'wall p50 ms', 'wall p95 ms', 'RSS MB'];
    return { cases: cpuMs.length, figures, tables: [{ title: 'A warm question', columns, rows: [row] }] };
  },
};
