import type { GateSettings } from '../../gate/options.ts';
import type { MadeSummary, MaintenanceReport } from '../../model/answers/item-answers.ts';
import type { IndexProgress } from '../../model/answers/memory-status.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import type { Clock } from '../../ports/system.ts';
import { compactAll } from './compact-all.ts';
import { type ConsolidationDependencies, consolidateGroup, denseGroups, fragmentsIn } from './consolidate.ts';
import { expireItems } from './expire-items.ts';
import { mergeAccesses } from './merge-accesses.ts';
import { moveUpkeep } from './upkeep-state.ts';

export interface MaintenanceDependencies extends ConsolidationDependencies {
  readonly clock: Clock;
  readonly gate: Pick<GateSettings, 'receiptDays'>;
  /** Takes the right to be the only one that maintains; undefined while another process has it. */
  readonly takeLease: () => { close(): void } | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/** Work of one transaction: short enough that a writer who waits does not notice. */
const receiptsAtOnce = 100;
const itemsAtOnce = 500;

/**
 * Counts what was shown, archives what expired long ago, summarises dense groups, compacts old receipts: each in short transactions
 * that also note how far it came. Whoever kills it at any moment leaves a whole memory, and the next run goes on.
 *
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
    const step = expireItems(transaction, { nowMs, settings, limit: itemsAtOnce });
    archived += step.archived;
    promoted += step.promoted;
    return step.lookedAt;
  });
  const summaries = await consolidateAll(dependencies, nowMs);
  const receiptsCompacted = await inSteps((transaction) => compactAll(transaction, gate, nowMs));
  await store.transact((transaction) => moveUpkeep(transaction, { maintainedAtMs: nowMs }));
  return { kind: 'done', decisionsCounted, lookedThrough, archived, promoted, summaries, receiptsCompacted };
}

async function consolidateAll(
  dependencies: MaintenanceDependencies,
  nowMs: number,
): Promise<readonly MadeSummary[]> {
  const { store, settings, signal } = dependencies;
  if (!settings.v3.consolidation.enabled) return [];
  const made: MadeSummary[] = [];
  for (const scope of store.read((reader) => reader.scopes())) {
    const fragments = fragmentsIn(store, scope, { nowMs, settings });
    for (const group of await inTurns(denseGroups(fragments, settings.v3.consolidation), signal)) {
      await letOthers();
      requireNoStop(signal);
      const summary = await consolidateGroup(group, nowMs, dependencies);
      if (summary !== undefined) made.push(summary);
    }
  }
  return made;
}

/** What the steps come to; between two of them others have their turn. @throws INTERRUPTED */
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
