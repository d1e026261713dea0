import { statSync } from 'node:fs';
import { memoryFiles } from '../adapters/sqlite/memory/place-memory.ts';
import { readHookSilences } from '../adapters/system/logs.ts';
import { countRates } from '../engine/decisions/count-rates.ts';
import { diagnose, examinations } from '../engine/health/examinations.ts';
import { countMemories, reportStatus } from '../engine/health/report-status.ts';
import { resolveScopes } from '../engine/memory/where-it-holds.ts';
import type { CurrentRepository } from '../engine/repositories/current-repository.ts';
import type { GateStatistics } from '../model/answers/gate-report.ts';
import type { Diagnosis, HookSilences, MemoryStatus } from '../model/answers/memory-status.ts';
import { lastSeenMs } from './agents-seen.ts';
import { agentsOnMachine } from './connected-agents.ts';
import { otherStatesIn } from './forget-everywhere.ts';
import type { HomeContext, MemoryDependencies } from './home-context.ts';
import { linesSince } from './model-questions.ts';
import { readVersion } from './read-version.ts';

const dayMs = 86_400_000;

/** How far back hooks that gave up are told of. */
const silencesOfMs = 7 * dayMs;

/** Reports the facts known here, how current they are, and the next step. */
export function currentStatus(dependencies: MemoryDependencies, current: CurrentRepository): MemoryStatus {
  const { git, home, settings, settingWarnings, store, userName } = dependencies;
  const { known: repository, indexStore } = current;
  const scopes = resolveScopes({ repositoryId: repository.id, userName }, settings.memory.v3.scope);
  const agents = agentsOnMachine(git.location.worktree);
  return reportStatus({
    ...{ git, home, repository, settingWarnings, indexStore },
    version: readVersion(),
    lookalike: current.lookalike(),
    memories: store.read((reader) => countMemories(reader, scopes)),
    connected: agents.flatMap(({ agent, connected }) => (connected ? [agent] : [])),
    hooksToReview: agents.reduce((sum, one) => sum + (one.hooksToReview ?? 0), 0),
    hooks: hookSilences(dependencies),
    files: sizesOf(memoryFiles(home)),
  });
}

function sizesOf({ database, backup }: ReturnType<typeof memoryFiles>): MemoryStatus['files'] {
  const copy = statSync(backup, { throwIfNoEntry: false });
  return {
    bytes: statSync(database, { throwIfNoEntry: false })?.size ?? 0,
    ...(copy === undefined ? {} : { backup: { bytes: copy.size, atMs: copy.mtimeMs } }),
  };
}

/** Every check of `doctor`. */
export function currentDiagnosis(
  dependencies: MemoryDependencies,
  current: CurrentRepository,
): Promise<Diagnosis> {
  const { worktree } = dependencies.git.location;
  return diagnose(
    examinations({
      ...dependencies,
      indexStore: current.indexStore,
      identify: async () => (await current.confirm()).repository,
      findLookalike: () => current.lookalike(),
      nodeVersion: process.versions.node,
      hookSilences: () => hookSilences(dependencies),
      whyUnread,
      otherStates: () => otherStatesIn(dependencies.home),
      agents: agentsOnMachine(worktree).filter(({ connected }) => connected),
      lastSeenMs: ({ agent }) => lastSeenMs(dependencies.home, agent),
      askAgent: async (agent) => (await import('./ask-agent.ts')).askAgent(agent, worktree ?? process.cwd()),
      nowMs: () => dependencies.clock.nowMs(),
    }),
  );
}

function hookSilences({ home, clock }: MemoryDependencies): HookSilences {
  return readHookSilences(home, clock.nowMs() - silencesOfMs);
}

/** Why the syntax of code is not read; undefined where it is. */
async function whyUnread(): Promise<string | undefined> {
  const { openSyntaxParser } = await import('../adapters/syntax/open-syntax-parser.ts');
  const parser = openSyntaxParser({ threads: 1 });
  try {
    const { parser: reader } = await parser.parse('one = 1', 'python');
    if (reader !== 'none') return undefined;
    return parser.failure ?? parser.unavailable.get('python') ?? 'the parser gave up';
  } finally {
    parser.close();
  }
}

export function gateStatistics(home: HomeContext, days: number): GateStatistics {
  const nowMs = home.clock.nowMs();
  const sinceMs = nowMs - days * dayMs;
  const { tooLate, faults } = readHookSilences(home.home, sinceMs);
  const settings = home.settings().gate;
  const about = { settings, nowMs, sinceMs, hooks: { tooLate, faults }, asked: linesSince(home, days) };
  return home.store.read((reader) => countRates(reader, about));
}
