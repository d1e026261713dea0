import { execFileSync } from 'node:child_process';
import { openMemory } from '../../src/index.ts';
import { builtCommand } from '../built.ts';
import { cpuMsSince } from '../reporting/processes.ts';
import { percentile } from '../reporting/statistics.ts';
import { runMeasured } from '../run-process.ts';
import type { Suite, SuiteReport } from '../suite.ts';
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
  async run({ repository, home, limit }) {
    if (repository === undefined) throw new RangeError('Name a repository with --repo PATH.');
    const command = builtCommand;
    const base = commitBehind(repository, newCommits);
    const shared = ['--repo', repository, '--home', home, '--json'];
    const indexing = await runMeasured([command, 'index', '--as-of', base, ...shared]);
    const update = await runMeasured([command, 'index', ...shared]);
    const queries = sampleQueries(repository, Math.min(searches, limit));
    const inProcess = await measureSearches(repository, home, queries);
    const asCommand = await measureCommands(command, shared, queries.slice(0, commands));
    const bare = await measureNode();
    const { commitCount, fileCount } = JSON.parse(indexing.stdout) as {
      commitCount: number;
      fileCount: number;
    };
    const { commitsAdded } = JSON.parse(update.stdout) as { commitsAdded: number };
    return report({ commitCount, fileCount, commitsAdded, indexing, update, inProcess, asCommand, bare });
  },
};

interface Timing {
  readonly wallMs: readonly number[];
  readonly cpuMs: readonly number[];
}

interface Measurements {
  readonly commitCount: number;
  readonly fileCount: number;
  readonly commitsAdded: number;
  readonly indexing: Awaited<ReturnType<typeof runMeasured>>;
  readonly update: Awaited<ReturnType<typeof runMeasured>>;
  readonly inProcess: Timing;
  readonly asCommand: Timing;
  readonly bare: Timing;
}

async function measureSearches(
  repository: string,
  home: string,
  queries: readonly string[],
): Promise<Timing> {
  const memory = await openMemory({ repository, home });
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
  await memory.close();
  return { wallMs, cpuMs };
}

async function measureCommands(
  command: string,
  shared: readonly string[],
  queries: readonly string[],
): Promise<Timing> {
  const runs = [];
  for (const query of queries) {
    runs.push(await runMeasured([command, 'search-commits', ...shared, '--', query.slice(0, 2_000)]));
  }
  return { wallMs: runs.map(({ wallMs }) => wallMs), cpuMs: runs.map(({ cpuMs }) => cpuMs) };
}

/** The time of a Node process that does nothing. */
async function measureNode(): Promise<Timing> {
  const runs = [];
  for (let run = 0; run < commands; run++) runs.push(await runMeasured(['-e', '0']));
  return { wallMs: runs.map(({ wallMs }) => wallMs), cpuMs: runs.map(({ cpuMs }) => cpuMs) };
}

function report(measured: Measurements): SuiteReport {
  const { indexing, update, inProcess, asCommand, bare } = measured;
  const timingRow = (what: string, { wallMs, cpuMs }: Timing) => [
    what,
    wallMs.length,
    ...[
      percentile(wallMs, 0.5),
      percentile(wallMs, 0.95),
      percentile(cpuMs, 0.5),
      percentile(cpuMs, 0.95),
    ].map(round),
  ];
  return {
    cases: measured.commitCount,
    figures: {
      index_seconds: indexing.wallMs / 1_000,
      index_cpu_seconds: indexing.cpuMs / 1_000,
      index_rss_mb: indexing.peakMegabytes,
      index_git_rss_mb: indexing.peakChildMegabytes,
      update_seconds: update.wallMs / 1_000,
      update_commits: measured.commitsAdded,
      search_ms_p50: percentile(inProcess.wallMs, 0.5),
      search_ms_p95: percentile(inProcess.wallMs, 0.95),
      search_command_ms_p50: percentile(asCommand.wallMs, 0.5),
      search_command_ms_p95: percentile(asCommand.wallMs, 0.95),
      node_ms_p95: percentile(bare.wallMs, 0.95),
    },
    tables: [
      {
        title: `${measured.commitCount} commits, ${measured.fileCount} files`,
        columns: ['what', 'commits', 'wall s', 'CPU s', 'RSS MB', 'git RSS MB'],
        rows: [
          ['index', measured.commitCount, ...costs(indexing)],
          ['update', measured.commitsAdded, ...costs(update)],
        ],
      },
      {
        title: 'Searches, in milliseconds',
        columns: ['what', 'runs', 'wall p50', 'wall p95', 'CPU p50', 'CPU p95'],
        rows: [
          timingRow('in process', inProcess),
          timingRow('as a command', asCommand),
          timingRow('Node doing nothing', bare),
        ],
      },
    ],
  };
}

function costs(run: Awaited<ReturnType<typeof runMeasured>>): readonly number[] {
  return [run.wallMs / 1_000, run.cpuMs / 1_000, run.peakMegabytes, run.peakChildMegabytes].map(round);
}

function round(value: number): number {
  return Number(value.toPrecision(3));
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
