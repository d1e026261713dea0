import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openMemory } from '../../src/index.ts';
import { readIssueCases } from '../datasets/issue-cases.ts';
import { cpuMsSince } from '../reporting/processes.ts';
import { percentile } from '../reporting/statistics.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { askServer } from './ask-server.ts';

/** Questions asked before any is timed: the first read columns, and the compiler has not seen the code. */
const warmUp = 10;
const mostQuestions = 150;
const bytesPerMegabyte = 1_048_576;

/** The cost of a question in a warm server: issues of any repository, asked about one at HEAD. */
export const locateTimeSuite: Suite = {
  description: 'time and memory of a warm question',
  options: ['repo', 'dataset', 'data', 'limit'],
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
    const served = await serve(repository, home, texts.slice(0, warmUp + count));
    const columns = ['commits', 'files', 'CPU p50 ms', 'CPU p95 ms', 'wall p50 ms', 'wall p95 ms', 'RSS MB'];
    return {
      cases: cpuMs.length,
      figures: { ...figures, served_rss_mb: served },
      tables: [{ title: 'A warm question', columns, rows: [row] }],
    };
  },
};

const command = join(import.meta.dirname, '..', '..', 'dist', 'bin.js');

/** Memory of a server after the same questions; the figures above are of a process that runs from source and measures itself. */
async function serve(
  repository: string | undefined,
  home: string,
  questions: readonly string[],
): Promise<Figure> {
  if (repository === undefined || !existsSync(command)) return notRun;
  return await askServer({ command, home, repository, questions });
}
