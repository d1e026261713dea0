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
  const asked = Array.from(
    { length: warmUp + Math.min(limit, mostQuestions) },
    (_, at) => texts[at % texts.length] ?? 'error',
  );
  await using memory = await openMemory({ repository, home });
  const { commitCount } = await memory.index();
  let [files, mostBytes] = [0, 0];
  const timed: { readonly cpuMs: number; readonly wallMs: number }[] = [];
  for (const text of asked) {
    const startedAtMs = performance.now();
    const before = process.cpuUsage();
    files = (await memory.locate(text)).fileCount;
    timed.push({ cpuMs: cpuMsSince(before), wallMs: performance.now() - startedAtMs });
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
  }
  const at = (of: 'cpuMs' | 'wallMs', share: number) =>
    percentile(
      timed.slice(warmUp).map((one) => one[of]),
      share,
    );
  return {
    cases: timed.length - warmUp,
    figures: {
      ...{ commits: commitCount, files },
      ...{ query_cpu_ms_p50: at('cpuMs', 0.5), query_cpu_ms_p95: at('cpuMs', 0.95) },
      ...{ query_wall_ms_p50: at('wallMs', 0.5), query_wall_ms_p95: at('wallMs', 0.95) },
      rss_mb: mostBytes / bytesPerMegabyte,
      served_rss_mb: await serve(repository, home, asked),
    },
    tables: [],
  };
}

/** Most memory of a server after the same questions; the figures above are of a process that runs from source and measures itself. */
async function serve(repository: string, home: string, questions: readonly string[]): Promise<number> {
  const server = openServer({ command: builtCommand, home, repository });
  let most = 0;
  for (const text of questions) {
    const line = await server.call('locate', { query: text.slice(0, longestQuestion) });
    const { result } = JSON.parse(line);
    if (result === undefined || result.isError === true)
      throw new Error(`The server could not answer: ${line.slice(0, 200)}`);
    most = Math.max(most, megabytesOf(server.pid));
  }
  await server.close();
  return most;
}
