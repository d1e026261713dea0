import { openMemory } from '../../src/index.ts';
import { builtCommand } from '../built.ts';
import { readIssueCases } from '../datasets/issue-cases.ts';
import { openServer } from '../mcp/open-server.ts';
import { cpuMsSince, megabytesOf } from '../reporting/processes.ts';
import { percentile } from '../reporting/statistics.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';

/** Questions asked before any is timed: the first read columns, and the compiler has not seen the code. */
const warmUp = 10;
const mostQuestions = 150;
const bytesPerMegabyte = 1_048_576;
/** Texts beyond this are refused by the tool. */
const longestQuestion = 20_000;

/** The cost of a question in a warm server: issues of any repository, asked about one at HEAD. */
export async function timeQuestions({
  repository,
  datasets,
  limit,
  home,
}: SuiteOptions): Promise<SuiteReport> {
  if (repository === undefined) throw new RangeError('Name a repository with --repo PATH.');
  const texts = readIssueCases(datasets).map(({ problem_statement: text }) => text);
  const count = Math.min(limit, mostQuestions);
  await using memory = await openMemory({ repository, home });
  const { commitCount } = await memory.index();
  const cpuMs: number[] = [];
  const wallMs: number[] = [];
  let files = 0;
  let mostBytes = 0;
  for (let i = 0; i < warmUp + count; i++) {
    const startedAtMs = performance.now();
    const before = process.cpuUsage();
    const answer = await memory.locate(texts[i % texts.length] ?? 'error');
    const usedMs = cpuMsSince(before);
    files = answer.fileCount;
    if (i < warmUp) continue;
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
    cpuMs.push(usedMs);
    wallMs.push(performance.now() - startedAtMs);
  }
  return {
    cases: cpuMs.length,
    figures: {
      ...{ commits: commitCount, files },
      query_cpu_ms_p50: percentile(cpuMs, 0.5),
      query_cpu_ms_p95: percentile(cpuMs, 0.95),
      query_wall_ms_p50: percentile(wallMs, 0.5),
      query_wall_ms_p95: percentile(wallMs, 0.95),
      rss_mb: mostBytes / bytesPerMegabyte,
      served_rss_mb: await serve(repository, home, texts.slice(0, warmUp + count)),
    },
    tables: [],
  };
}

/** Most memory of a server after the same questions; the figures above are of a process that runs from source and measures itself. */
async function serve(repository: string, home: string, questions: readonly string[]): Promise<number> {
  const server = openServer({ command: builtCommand, home, repository });
  const megabytes: number[] = [];
  for (const [position, text] of questions.entries()) {
    const line = await server.call('locate', { query: text.slice(0, longestQuestion) });
    const { result } = JSON.parse(line);
    if (result === undefined || result.isError === true)
      throw new Error(`The server could not answer question ${position + 1}: ${line.slice(0, 200)}`);
    megabytes.push(megabytesOf(server.pid));
  }
  await server.close();
  return Math.max(...megabytes);
}
