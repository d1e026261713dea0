import type { GateSettings } from '../../gate/options.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { compactReceipts } from '../decisions/gate-knowledge.ts';
import { moveUpkeep, readUpkeepState } from './upkeep-state.ts';

/** Compacts the next old receipts, and moves on in the same transaction. Returns how many; 0: all are compact that are old. */
export function compactAll(
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
