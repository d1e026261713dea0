import type { ItemReader, MemoryTransaction } from '../../ports/memory-store.ts';

/** How far upkeep has come. What is absent was not done yet. */
export interface UpkeepState {
  /** Accesses up to this place in the log of decisions are counted. */
  readonly accessesTo: number;
  /** Memories up to this place in the order of insertion were looked through in the pass that is under way; 0 between passes. */
  readonly sweptTo: number;
  /** Receipts up to this place in the log of decisions are compact. */
  readonly compactedTo: number;
  /** When the last pass ended. */
  readonly maintainedAtMs?: number;
}

/** A row that a hand or another version wrote differently is as good as none: every step can be done again. */
export function readUpkeepState(reader: Pick<ItemReader, 'upkeep'>): UpkeepState {
  const row = parse(reader.upkeep());
  const maintainedAtMs = numberIn(row, 'maintainedAtMs');
  return {
    accessesTo: numberIn(row, 'accessesTo') ?? 0,
    sweptTo: numberIn(row, 'sweptTo') ?? 0,
    compactedTo: numberIn(row, 'compactedTo') ?? 0,
    ...(maintainedAtMs === undefined ? {} : { maintainedAtMs }),
  };
}

/** Moves on; in the transaction of what was done. */
export function moveUpkeep(transaction: MemoryTransaction, progress: Partial<UpkeepState>): void {
  transaction.putUpkeep(JSON.stringify({ ...readUpkeepState(transaction), ...progress }));
}

function parse(body: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const row: unknown = JSON.parse(body ?? '{}');
    return typeof row === 'object' && row !== null ? { ...row } : {};
  } catch {
    return {};
  }
}

function numberIn(row: Readonly<Record<string, unknown>>, key: keyof UpkeepState): number | undefined {
  const value = row[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
