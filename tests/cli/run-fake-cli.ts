import type { CliDependencies } from '../../src/cli/run-cli.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import type { Memory } from '../../src/open/memory.ts';
import { fakeMemory, nowMs } from './fake-memory.ts';
import { type FakeStreams, fakeStreams } from './fake-streams.ts';

export interface FakeRun {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line against a fake memory, on fake streams. */
export async function runFakeCli(
  words: readonly string[],
  options: {
    readonly memory?: Partial<Memory>;
    readonly streams?: FakeStreams;
    readonly dependencies?: Partial<CliDependencies>;
  } = {},
): Promise<FakeRun> {
  const streams = options.streams ?? fakeStreams();
  const status = await runCli(words, streams, {
    openMemory: async () => fakeMemory(options.memory),
    nowMs: () => nowMs,
    signal: new AbortController().signal,
    debug: false,
    ...options.dependencies,
  });
  return { status, stdout: streams.stdout.text, stderr: streams.stderr.text };
}

/** A complete command line for every command, by name. */
export const commandLines = {
  status: [],
  index: ['index'],
  searchCommits: ['search-commits', 'descriptors leak', '--explain'],
  examineCommit: ['examine-commit', 'HEAD'],
  hotspots: ['hotspots'],
  coupled: ['coupled', 'src/capture.py'],
  locate: ['locate', 'descriptors leak'],
  viewSummary: ['view-summary', 'src/capture.py'],
  searchSummaries: ['search-summaries', 'captures what tests print'],
  traverse: ['traverse', 'Capture', '--depth', '2'],
  entity: ['entity', 'Capture'],
  doctor: ['doctor'],
  repoShow: ['repo', 'show'],
  repoLink: ['repo', 'link', '2f1c4b9e-8a53-4a0e-9d0b-6f1d0c3b7a55'],
  repoSplit: ['repo', 'split'],
} as const;
