import { summaryUse } from '../../asking/uses.ts';
import { lastWords } from '../../feedback/outcomes.ts';
import { standingOf } from '../../feedback/standing.ts';
import type { GateSettings } from '../../gate/options.ts';
import { isExpired, promote } from '../../lifecycle/expiry.ts';
import type { ForgettingSettings, PromotionSettings } from '../../lifecycle/options.ts';
import type { MadeSummary, MaintenanceReport } from '../../model/answers/item-answers.ts';
import type { IndexProgress } from '../../model/answers/memory-status.ts';
import { AfterwitError } from '../../model/errors.ts';
import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import type { Clock } from '../../ports/system.ts';
import { compactReceipts } from '../decisions/gate-knowledge.ts';
import { mergeAccesses, moveUpkeep, readUpkeepState } from '../memory/merge-accesses.ts';
import { previewPrompt, type UseAsker } from '../models/use-asker.ts';
import { type AskUpkeep, askSuccessions, previewSuccessions, upkeepAsker } from './ask-successions.ts';
import {
  type ConsolidationDependencies,
  consolidateGroup,
  denseGroups,
  fragmentsIn,
  summariseGroup,
} from './consolidate.ts';

export interface MaintenanceDependencies extends ConsolidationDependencies {
  readonly clock: Clock;
  readonly gate: Pick<GateSettings, 'receiptDays'>;
  /** Takes the right to be the only maintaining process; undefined while another process has it. */
  readonly takeLease: () => { close(): void } | undefined;
  /** Asked only where a person wants it this time. */
  readonly asker?: UseAsker | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/** Work of one transaction: short enough that a writer who waits does not notice. */
const receiptsAtOnce = 100;
const itemsAtOnce = 500;

/**
 * Counts shown memories, archives those long expired, summarises dense groups, compacts old receipts: each in short
 * transactions that also note how far it came. A kill at any moment leaves a whole memory, and the next run goes on.
 * @throws INTERRUPTED, and the store's errors
 */
export async function maintain(dependencies: MaintenanceDependencies): Promise<MaintenanceReport> {
  const lease = dependencies.takeLease();
  if (lease === undefined) return { ...nothing, kind: 'held' };
  try {
    return await maintainAlone(dependencies);
  } finally {
    lease.close();
  }
}

const nothing: MaintenanceReport = {
  kind: 'done',
  decisionsCounted: 0,
  lookedThrough: 0,
  archived: 0,
  promoted: 0,
  summaries: [],
  receiptsCompacted: 0,
};

async function maintainAlone(dependencies: MaintenanceDependencies): Promise<MaintenanceReport> {
  const { store, clock, settings, gate, onProgress } = dependencies;
  const total = store.read((reader) => reader.countItems({ statuses: ['active'] }));
  const tell = (done: number) => onProgress?.({ phase: 'upkeep', done: Math.min(done, total), total });
  const inSteps = async (step: (transaction: MemoryTransaction) => number): Promise<number> => {
    let done = 0;
    for (;;) {
      requireNoStop(dependencies.signal);
      const more = await store.transact(step);
      done += more;
      if (more === 0) return done;
      tell(done);
      await letOthers();
    }
  };
  const nowMs = clock.nowMs();
  const decisionsCounted = await inSteps((transaction) =>
    mergeAccesses(transaction, { nowMs, limit: receiptsAtOnce }),
  );
  let [archived, promoted] = [0, 0];
  const lookedThrough = await inSteps((transaction) => {
    const step = expireItems(transaction, nowMs, settings, itemsAtOnce);
    archived += step.archived;
    promoted += step.promoted;
    return step.lookedAt;
  });
  const asking = dependencies.asker && upkeepAsker(dependencies.asker, dependencies.signal);
  const retired = asking === undefined ? [] : await askSuccessions(asking.ask, store);
  const summaries = await consolidateAll(dependencies, nowMs, asking?.ask);
  const receiptsCompacted = await inSteps((transaction) => compactAll(transaction, gate, nowMs));
  await store.transact((transaction) => moveUpkeep(transaction, { maintainedAtMs: nowMs }));
  return {
    ...{ kind: 'done', decisionsCounted, lookedThrough, archived, promoted, summaries, receiptsCompacted },
    ...(asking === undefined ? {} : { asked: { ...asking.told(), retired } }),
  };
}

/** Lists the prompts for a language model, word for word, as far as its turn lasts. Changes nothing. */
export async function previewUpkeep(
  { model }: Pick<UseAsker, 'model'>,
  { store, clock, settings, signal }: Omit<MaintenanceDependencies, 'takeLease' | 'gate'>,
): Promise<MaintenanceReport> {
  const prompts = [...previewSuccessions(store)];
  const { consolidation } = settings.v3;
  for await (const group of groupsIn({ store, settings, signal }, clock.nowMs())) {
    const { notes, text } = summariseGroup(group, consolidation);
    if (text === undefined) prompts.push(previewPrompt(summaryUse, { notes }));
  }
  return { ...nothing, asked: { model, calls: 0, retired: [], prompts } };
}

async function consolidateAll(
  dependencies: MaintenanceDependencies,
  nowMs: number,
  ask: AskUpkeep | undefined,
): Promise<readonly MadeSummary[]> {
  const made: MadeSummary[] = [];
  const reword = ask && ((notes: readonly string[]) => ask(summaryUse, { notes }));
  for await (const group of groupsIn(dependencies, nowMs)) {
    const summary = await consolidateGroup(group, nowMs, dependencies, reword);
    if (summary !== undefined) made.push(summary);
  }
  return made;
}

/** The dense groups of all scopes; between two of them others have their turn. @throws INTERRUPTED */
async function* groupsIn(
  { store, settings, signal }: Pick<MaintenanceDependencies, 'store' | 'settings' | 'signal'>,
  nowMs: number,
): AsyncGenerator<readonly MemoryItem[]> {
  if (!settings.v3.consolidation.enabled) return;
  for (const scope of store.read((reader) => reader.scopes())) {
    const fragments = fragmentsIn(store, scope, { nowMs, settings });
    for (const group of await inTurns(denseGroups(fragments, settings.v3.consolidation), signal)) {
      await letOthers();
      requireNoStop(signal);
      yield group;
    }
  }
}

/** Returns the result of the steps; between two of them others have their turn. @throws INTERRUPTED */
async function inTurns<T>(steps: Generator<void, T>, signal: AbortSignal | undefined): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await letOthers();
    requireNoStop(signal);
  }
}

/** Others of this process have their turn: a server answers meanwhile, and is told to stop. */
async function letOthers(): Promise<void> {
  await new Promise((resume) => setImmediate(resume));
}

function requireNoStop(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new AfterwitError(
    'INTERRUPTED',
    'Maintenance was stopped; what was done stays done. Run `afterwit maintain` again to go on.',
    { cause: signal.reason },
  );
}

/** Compacts the next old receipts, and moves on in the same transaction. Returns the number; 0 when no old one is left. */
function compactAll(
  transaction: MemoryTransaction,
  { receiptDays }: Pick<GateSettings, 'receiptDays'>,
  nowMs: number,
): number {
  const { compactedTo } = readUpkeepState(transaction);
  const done = compactReceipts(transaction, { receiptDays, nowMs, compactedTo });
  if (done === compactedTo) return 0;
  moveUpkeep(transaction, { compactedTo: done });
  return done - compactedTo;
}

const dayMs = 86_400_000;

/**
 * Archives the next memories that expired long ago, makes those last that proved to hold, and moves on in the
 * same transaction. A memory that has just expired stays: it is not shown unasked, and a user who asks is
 * told its age. Returns how many; 0 looked at: the pass is over.
 */
function expireItems(
  transaction: MemoryTransaction,
  nowMs: number,
  settings: ForgettingSettings & PromotionSettings,
  limit: number,
) {
  const { sweptTo } = readUpkeepState(transaction);
  const found = transaction.itemsAfter(sweptTo, { status: 'active', limit });
  const outcomes = transaction.outcomesAbout(found.map(({ item }) => item.id));
  const graceMs = settings.v3.lifecycle.archiveAfterDays * dayMs;
  // As it was before the grace: memories that expired since have not expired for long enough.
  const isLongExpired = (item: MemoryItem): boolean =>
    isExpired(
      { ...item, validFromMs: Number.NEGATIVE_INFINITY },
      {
        nowMs: nowMs - graceMs,
        settings,
        outcomes: standingOf(outcomes.get(item.id) ?? [], { nowMs, memory: item }).outcomes,
      },
    );
  const over = found.map(({ item }) => item).filter((item) => mayGo(item) && isLongExpired(item));
  for (const item of over) transaction.updateItem({ ...item, status: 'archived', archivedFor: 'age' });
  const gone = new Set(over.map(({ id }) => id));
  const proven = found.flatMap(({ item }) =>
    gone.has(item.id) ? [] : (promote(item, lastWords(outcomes.get(item.id) ?? []), settings) ?? []),
  );
  for (const item of proven) transaction.updateItem(item);
  moveUpkeep(transaction, { sweptTo: found.at(-1)?.ordinal ?? 0 });
  return { lookedAt: found.length, archived: over.length, promoted: proven.length };
}

/** A known failure is recognised by its parts however old it is, and memories that wait for a person wait on. */
function mayGo(item: MemoryItem): boolean {
  return kindOf(item) === 'lesson' && !item.quarantined;
}
