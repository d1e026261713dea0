import type { Memory, MemoryHome } from '../../src/api/memory.ts';
import type { CommandName } from '../../src/cli/command-line/commands.ts';
import type { CliDependencies } from '../../src/cli/run-cli.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeConfiguration } from './fake-configuration.ts';
import { agentsOnMachine, fakeHome, setupReport } from './fake-home.ts';
import { fakeMemory } from './fake-memory.ts';
import { type FakeStreams, fakeStreams } from './fake-streams.ts';
import { nowMs } from './fake-values.ts';

export interface FakeRun {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Everything the command line needs, answering with fixed values. */
export function fakeDependencies(
  overrides: Partial<CliDependencies> = {},
  memory?: Partial<Memory>,
  home?: Partial<MemoryHome>,
): CliDependencies {
  return {
    openMemory: async () => fakeMemory(memory),
    openHome: async () => fakeHome(home),
    openConfiguration: async () => fakeConfiguration,
    setupAgent: async () => setupReport,
    serve: async () => ({
      origin: 'http://127.0.0.1:8417',
      address: 'http://127.0.0.1:8417/#token=fake',
      isOpened: true,
      agentToken: 'fake-agent',
      ended: Promise.resolve(),
    }),
    findAgents: async () => agentsOnMachine,
    whoSpeaks: async () => ({ speaker: { kind: 'user', name: 'ada', source: 'cli' } }),
    // No person answers, except that `quit` ends a review.
    ask: (question) => (question.endsWith('quit? ') ? 'quit' : undefined),
    nowMs: () => nowMs,
    signal: new AbortController().signal,
    debug: false,
    ...overrides,
  };
}

/** Runs a command line against a fake memory, on fake streams. */
export async function runFakeCli(
  words: readonly string[],
  options: {
    readonly memory?: Partial<Memory>;
    readonly home?: Partial<MemoryHome>;
    readonly streams?: FakeStreams;
    readonly dependencies?: Partial<CliDependencies>;
  } = {},
): Promise<FakeRun> {
  const streams = options.streams ?? fakeStreams();
  const dependencies = fakeDependencies(options.dependencies, options.memory, options.home);
  const status = await runCli(words, streams, dependencies);
  return { status, stdout: streams.stdout.text, stderr: streams.stderr.text };
}

/** A complete command line for every command that answers, by name. */
export const commandLines = {
  status: [],
  index: ['index'],
  searchCommits: ['search-commits', 'descriptors leak', '--explain'],
  examineCommit: ['examine-commit', 'HEAD'],
  hotspots: ['hotspots'],
  coupled: ['coupled', 'src/capture.py'],
  locate: ['locate', 'descriptors leak'],
  learn: ['learn'],
  viewSummary: ['view-summary', 'src/capture.py'],
  searchSummaries: ['search-summaries', 'captures what tests print'],
  traverse: ['traverse', 'Capture', '--depth', '2'],
  entity: ['entity', 'Capture'],
  remember: ['remember', 'run npm run build first', '--command', 'npm test'],
  recall: ['recall', 'dist is missing'],
  brief: ['brief', 'add a cache'],
  forFile: ['for-file', 'src/boil.ts'],
  why: ['why'],
  stats: ['stats'],
  gateShow: ['gate', 'show'],
  gateReset: ['gate', 'reset'],
  gateReplay: ['gate', 'replay'],
  gateEvaluate: ['gate', 'evaluate'],
  feedback: ['feedback', '9c0d1e2f', 'verified'],
  list: ['list'],
  show: ['show', '5e6f7a8b'],
  archive: ['archive', '5e6f7a8b'],
  maintain: ['maintain'],
  forget: ['forget', '5e6f7a8b'],
  review: ['review'],
  reviewEach: ['review', 'each'],
  history: ['history', '5e6f7a8b'],
  edit: ['edit', '5e6f7a8b', '--content', 'Run npm run build before the tests.'],
  reviewApprove: ['review', 'approve', '5e6f7a8b'],
  reviewReject: ['review', 'reject', '5e6f7a8b'],
  guardrails: ['guardrails', '--file', 'src/index.ts'],
  failuresList: ['failures', 'list'],
  failuresShow: ['failures', 'show', '7a8b9c0d'],
  failuresReview: ['failures', 'review'],
  setup: ['setup', '--agent', 'claude-code'],
  pause: ['pause'],
  resume: ['resume'],
  importRules: ['import-rules'],
  sessions: ['sessions'],
  mineSessions: ['mine-sessions', '--yes'],
  backup: ['backup'],
  restore: ['restore', 'copy.db'],
  share: ['share', '5e6f7a8b'],
  import: ['import', '-'],
  purge: ['purge', '--all'],
  completion: ['completion', 'bash'],
  doctor: ['doctor'],
  config: ['config', 'packing.budgetTokens'],
  configSet: ['config', 'set', 'packing.budgetTokens', '600'],
  configUnset: ['config', 'unset', 'packing.budgetTokens'],
  models: ['models'],
  modelsTest: ['models', 'test'],
  modelsCost: ['models', 'cost'],
  modelsExport: ['models', 'export'],
  modelsUse: ['models', 'use', 'none'],
  teamCreate: ['team', 'create'],
  teamInvite: ['team', 'invite', 'ben'],
  teamJoin: ['team', 'join', 'team.e30'],
  teamSync: ['team', 'sync'],
  teamStatus: ['team', 'status'],
  teamMembers: ['team', 'members'],
  teamLog: ['team', 'log'],
  teamSearch: ['team', 'search', 'citric'],
  teamRevoke: ['team', 'revoke', 'ben'],
  teamCompact: ['team', 'compact'],
  teamLeave: ['team', 'leave'],
  repoShow: ['repo', 'show'],
  repoLink: ['repo', 'link', '2f1c4b9e-8a53-4a0e-9d0b-6f1d0c3b7a55'],
  repoSplit: ['repo', 'split'],
} as const satisfies Readonly<
  Record<Exclude<CommandName, 'mcp' | 'export' | 'dashboard'>, readonly string[]>
>;
