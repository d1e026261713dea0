import { execFileSync } from 'node:child_process';
import { openMemory } from '../../src/index.ts';
import { builtCommand } from '../built.ts';
import { cpuMsSince } from '../reporting/processes.ts';
import { percentile } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import { runMeasured } from '../run-process.ts';
import type { Suite } from '../suite.ts';
import { sampleQueries } from './sample-queries.ts';

const newCommits = 10;
const searches = 200;
const warmUps = 20;
const commands = 40;

/** How long the history of one repository takes to index, to update and to search. */
export const historySuite: Suite = {
  description: 'index, update, search; the limit is one of searches',
  options: ['repo', 'limit'],
  requires: ['repo'],
  async run({ repository = '.', home, limit }) {
    const shared = ['--repo', repository, '--home', home, '--json'];
    const base = commitBehind(repository, newCommits);
    const indexing = await runMeasured([builtCommand, 'index', '--as-of', base, ...shared]);
    const update = await runMeasured([builtCommand, 'index', ...shared]);
    const queries = sampleQueries(repository, Math.min(searches, limit));
    const inProcess = await measureSearches(repository, home, queries);
    const asked = queries.slice(0, commands).map((query) => query.slice(0, 2_000));
    const asCommand = await timeEach(asked, (query) => [
      builtCommand,
      'search-commits',
      ...shared,
      '--',
      query,
    ]);
    const bare = await timeEach(asked, () => ['-e', '0']);
    const { commitCount } = JSON.parse(indexing.stdout) as { readonly commitCount: number };
    const { commitsAdded } = JSON.parse(update.stdout) as { readonly commitsAdded: number };
    const seconds = (ms: number) => (ms / 1_000).toPrecision(3);
    return {
      cases: commitCount,
      figures: {
        index_seconds: indexing.wallMs / 1_000,
        index_cpu_seconds: indexing.cpuMs / 1_000,
        index_rss_mb: indexing.peakMegabytes,
        index_git_rss_mb: indexing.peakChildMegabytes,
        update_seconds: update.wallMs / 1_000,
        update_commits: commitsAdded,
        search_ms_p50: percentile(inProcess.wallMs, 0.5),
        search_ms_p95: percentile(inProcess.wallMs, 0.95),
        search_command_ms_p50: percentile(asCommand.wallMs, 0.5),
        search_command_ms_p95: percentile(asCommand.wallMs, 0.95),
        node_ms_p95: percentile(bare.wallMs, 0.95),
      },
      tables: [
        tableOf(`${commitCount} commits`, Object.entries({ index: indexing, update }), {
          what: ([what]) => what,
          'wall, CPU, s': ([, { wallMs, cpuMs }]) => `${seconds(wallMs)}, ${seconds(cpuMs)}`,
          'MB, of git': ([, one]) =>
            [one.peakMegabytes, one.peakChildMegabytes].map((size) => size.toFixed(0)).join(', '),
        }),
        tableOf('Searches, ms', Object.entries({ inProcess, asCommand, bare }), {
          what: ([what]) => what,
          'wall p50, p95': ([, { wallMs }]) => spread(wallMs),
          'CPU p50, p95': ([, { cpuMs }]) => spread(cpuMs),
        }),
      ],
    };
  },
};

interface Timing {
  readonly wallMs: readonly number[];
  readonly cpuMs: readonly number[];
}

function spread(all: readonly number[]): string {
  return [0.5, 0.95].map((share) => percentile(all, share).toPrecision(3)).join(', ');
}

async function measureSearches(
  repository: string,
  home: string,
  queries: readonly string[],
): Promise<Timing> {
  await using memory = await openMemory({ repository, home });
  for (const query of queries.slice(0, warmUps)) await memory.searchCommits(query);
  const wallMs: number[] = [];
  const cpuMs: number[] = [];
  for (const query of queries) {
    const cpu = process.cpuUsage();
    const startedAtMs = performance.now();
    await memory.searchCommits(query);
    wallMs.push(performance.now() - startedAtMs);
    cpuMs.push(cpuMsSince(cpu));
  }
  return { wallMs, cpuMs };
}

/** Times a process of Node for each query. */
async function timeEach(
  queries: readonly string[],
  wordsOf: (query: string) => readonly string[],
): Promise<Timing> {
  const runs = [];
  for (const query of queries) runs.push(await runMeasured(wordsOf(query)));
  return { wallMs: runs.map(({ wallMs }) => wallMs), cpuMs: runs.map(({ cpuMs }) => cpuMs) };
}

/** The latest ancestor of HEAD, along first parents, that lacks at least `count` of its commits. */
function commitBehind(repository: string, count: number): string {
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', repository, ...words], { encoding: 'utf8' }).trim();
  const line = git('rev-list', '--first-parent', `--max-count=${count + 1}`, 'HEAD').split('\n');
  const behind = line.find((id) => Number(git('rev-list', '--count', `${id}..HEAD`)) >= count);
  if (behind === undefined) throw new Error(`The repository has fewer than ${count} commits.`);
  return behind;
}
