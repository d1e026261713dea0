import type { ItemId } from '../../model/brands.ts';
import type { DecisionReceipt } from '../../model/decision.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { Access, ItemReader, MemoryTransaction } from '../../ports/memory-store.ts';
import { fieldsOf, parsedJson } from '../../text/json/fields.ts';

interface MergeTerms {
  readonly nowMs: number;
  /** Most receipts that are read at once. */
  readonly limit: number;
}

/**
 * Counts the shown memories in the log of decisions from the last counted place on, and moves on in the same transaction, so
 * that each counts once. Returns the number of receipts read; 0 when all are counted.
 */
export function mergeAccesses(transaction: MemoryTransaction, { nowMs, limit }: MergeTerms): number {
  const { accessesTo } = readUpkeepState(transaction);
  const log = transaction.decisionsAfter(accessesTo, limit);
  const last = log.at(-1);
  // Damaged receipts do not count towards the limit, so a stretch of them is passed over and holds nothing up.
  if (last === undefined) return 0;
  transaction.addAccesses([...sumAccesses(log, nowMs).values()]);
  moveUpkeep(transaction, { accessesTo: last.sequence });
  return log.length;
}

/** A memory with the accesses that are logged and not counted yet. Reads no more of the log than `limit`. */
export function withLoggedAccesses(
  reader: Pick<ItemReader, 'upkeep' | 'decisionsAfter'>,
  item: MemoryItem,
  { nowMs, limit }: MergeTerms,
): MemoryItem {
  const log = reader.decisionsAfter(readUpkeepState(reader).accessesTo, limit);
  const access = sumAccesses(log, nowMs).get(item.id);
  if (access === undefined) return item;
  const { lastAccessedAtMs = access.lastAtMs } = item;
  return {
    ...item,
    accessCount: item.accessCount + access.count,
    lastAccessedAtMs: Math.max(lastAccessedAtMs, access.lastAtMs),
  };
}

/** Accesses by item, none later than now: otherwise one jump of the clock would keep a memory for years. */
function sumAccesses(
  log: readonly { readonly receipt: DecisionReceipt }[],
  nowMs: number,
): ReadonlyMap<ItemId, Access> {
  const sums = new Map<ItemId, Access>();
  for (const { receipt } of log) {
    if (!receipt.countsLater) continue;
    const atMs = Math.min(receipt.atMs, nowMs);
    for (const { itemId: id, shown } of receipt.considered) {
      if (!shown) continue;
      const known = sums.get(id);
      sums.set(id, {
        id,
        count: (known?.count ?? 0) + 1,
        lastAtMs: Math.max(known?.lastAtMs ?? atMs, atMs),
      });
    }
  }
  return sums;
}

/** The progress of upkeep. An absent step was not done yet. */
export interface UpkeepState {
  /** Accesses up to this place in the log of decisions are counted. */
  readonly accessesTo: number;
  /** Place, in the order of insertion, that the present pass over memories has reached; 0 between passes. */
  readonly sweptTo: number;
  /** Receipts up to this place in the log of decisions are compact. */
  readonly compactedTo: number;
  /** When the last pass ended. */
  readonly maintainedAtMs?: number;
}

/** A row that a hand or another version wrote differently is as good as none: every step can be done again. */
export function readUpkeepState(reader: Pick<ItemReader, 'upkeep'>): UpkeepState {
  const row = fieldsOf(parsedJson(reader.upkeep() ?? ''));
  const maintainedAtMs = numberIn(row, 'maintainedAtMs');
  return {
    accessesTo: numberIn(row, 'accessesTo') ?? 0,
    sweptTo: numberIn(row, 'sweptTo') ?? 0,
    compactedTo: numberIn(row, 'compactedTo') ?? 0,
    ...(maintainedAtMs === undefined ? {} : { maintainedAtMs }),
  };
}

/** Moves on; called in the transaction of the work that was done. */
export function moveUpkeep(transaction: MemoryTransaction, progress: Partial<UpkeepState>): void {
  transaction.putUpkeep(JSON.stringify({ ...readUpkeepState(transaction), ...progress }));
}

function numberIn(row: Readonly<Record<string, unknown>>, key: keyof UpkeepState): number | undefined {
  const value = row[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
