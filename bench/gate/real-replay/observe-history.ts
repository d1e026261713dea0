import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { vectorOf } from '../../../src/gate/fold-log.ts';
import type { GateState } from '../../../src/gate/policy.ts';
import { type Memory, openHome, openMemory } from '../../../src/index.ts';
import { person } from '../../person.ts';
import { cpuMsSince } from '../../reporting/processes.ts';
import { makeRepository } from '../../scratch-memory.ts';
import { type FollowPath, followPaths, unfollowed } from './follow-paths.ts';
import { indexHistory } from './index-history.ts';
import type { RealEvent, RealHistory, ToldFix } from './real-event.ts';
import { type CandidateTruth, truthOf } from './truth-of.ts';

/** An event that asked, with what the library found for it: the state that every policy decides from. */
export interface ObservedEvent {
  readonly id: string;
  readonly repository: string;
  readonly atMs: number;
  readonly state: GateState;
  readonly truths: Readonly<Record<string, CandidateTruth>>;
  readonly mustAbstain: boolean;
  /** Whether it could be located in the code. */
  readonly isLocated: boolean;
  /** Processor time of the recall, with the place warm. */
  readonly recallCpuMs: number;
}

const settings = {
  // Every policy is judged on the same states: the one that weighs places finds them, and what it decides is not used.
  'gate.policy': 'guarded_rscb_mc',
  // The history spans years without any use of the memory: the question is whether an old fix still helps.
  'memory.v3.lifecycle.typeTtlDays.fix': 0,
};

/** Where a history is, and where its memory and its index may be. */
interface HistoryPlace {
  /** Its git directory; without one, nothing is located. */
  readonly git: string | undefined;
  /** Home with the index alone, which is kept. */
  readonly indexHome: string;
  /** Folder of the observations; emptied before. */
  readonly folder: string;
}

/**
 * Plays one history through the published library by the clock of its events: fixes are recorded when they were made, and each event
 * asks as a hook does, before its own fix is known. The asked trees are indexed first.
 */
export async function observeHistory(
  history: RealHistory,
  { git, indexHome, folder }: HistoryPlace,
): Promise<readonly ObservedEvent[]> {
  const { repository, events } = history;
  const located = git === undefined ? new Set<string>() : await indexHistory(history, git, indexHome);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (git !== undefined) cpSync(indexHome, join(folder, 'home'), { recursive: true });
  let nowMs = 0;
  const clock = { nowMs: () => nowMs };
  const place = {
    repository: git ?? makeRepository(folder),
    home: join(folder, 'home'),
    speaker: person,
    clock,
  };
  await using memory = await openMemory({ ...place, settings });
  await using home = await openHome(place);
  const follow = git === undefined ? unfollowed : followPaths(git);
  const known = new Map<string, RealEvent[]>();
  const observed: ObservedEvent[] = [];
  for (const event of events) {
    nowMs = event.atMs;
    if (event.asks !== undefined && known.size > 0)
      observed.push(await observe(memory, home, event, event.asks, { repository, known, located, follow }));
    if (event.told === undefined) continue;
    const id = await tell({ memory, home }, event.told);
    known.set(id, [...(known.get(id) ?? []), event]);
  }
  return observed;
}

type Home = Awaited<ReturnType<typeof openHome>>;

async function tell(
  { memory, home }: { readonly memory: Memory; readonly home: Home },
  { fix, failure, symptom, changed }: ToldFix,
): Promise<string> {
  const recorded = await memory.record({ fix, failure, details: { symptom, changed } });
  if (recorded.kind !== 'needs_review') return recorded.variant.id;
  // Another fix for what reads alike waits for a person: here the person says that they are two.
  const settled = await home.decideDoubt(recorded.variant.id, 'split');
  return settled.id;
}

interface Observing {
  readonly repository: string;
  readonly known: ReadonlyMap<string, readonly RealEvent[]>;
  /** Commits whose code is indexed. */
  readonly located: ReadonlySet<string>;
  readonly follow: FollowPath;
}

async function observe(
  memory: Memory,
  home: Home,
  event: RealEvent,
  { failure, asOf }: NonNullable<RealEvent['asks']>,
  { repository, known, located, follow }: Observing,
): Promise<ObservedEvent> {
  const { id, atMs, truth } = event;
  const at = asOf !== undefined && located.has(asOf) ? asOf : undefined;
  const request = { failure, moment: 'after_failure', ...(at === undefined ? {} : { asOf: at }) } as const;
  if (at !== undefined) await memory.recall(request);
  const begun = process.cpuUsage();
  const { decisionId } = await memory.recall(request);
  const recallCpuMs = cpuMsSince(begun);
  const { verdict } = (await home.why(decisionId)).receipt;
  const seen = verdict?.seen ?? { candidates: [], nearCount: 0, budgetTokens: 0 };
  const features = verdict?.state?.features;
  const truths = Object.fromEntries(
    seen.candidates.map(({ itemId }) => [itemId, truthOf(known.get(itemId) ?? [], event, follow)]),
  );
  return {
    ...{ id, repository, atMs, truths, recallCpuMs },
    state: { ...seen, ...(features === undefined ? {} : { vector: vectorOf(features) }) },
    mustAbstain: truth.mustAbstain,
    isLocated: at !== undefined,
  };
}
