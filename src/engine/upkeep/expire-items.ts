import { lastWords } from '../../feedback/outcomes.ts';
import { standingOf } from '../../feedback/standing.ts';
import { isExpired } from '../../lifecycle/expiry.ts';
import type { ForgettingSettings, PromotionSettings } from '../../lifecycle/options.ts';
import { promote } from '../../lifecycle/promote.ts';
import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { moveUpkeep, readUpkeepState } from './upkeep-state.ts';

interface ExpiryPass {
  readonly nowMs: number;
  readonly settings: ForgettingSettings & PromotionSettings;
  readonly limit: number;
}

const dayMs = 86_400_000;

/**
 * Archives the next memories that expired long ago, makes those last that proved to hold, and moves on in the same transaction. What has just expired stays as it is: it is
 * not shown unasked, and whoever asks is told how old it is. Returns how many; 0 looked at: the pass is over.
 */
export function expireItems(
  transaction: MemoryTransaction,
  { nowMs, settings, limit }: ExpiryPass,
): { readonly lookedAt: number; readonly archived: number; readonly promoted: number } {
  const { sweptTo } = readUpkeepState(transaction);
  const found = transaction.itemsAfter(sweptTo, { status: 'active', limit });
  const outcomes = transaction.outcomesAbout(found.map(({ item }) => item.id));
  const graceMs = settings.v3.lifecycle.archiveAfterDays * dayMs;
  // As it was before the grace: what expired since has not expired for long enough.
  const isLongExpired = (item: MemoryItem): boolean =>
    isExpired(
      { ...item, validFromMs: Number.NEGATIVE_INFINITY },
      {
        nowMs: nowMs - graceMs,
        settings,
        outcomes: standingOf(outcomes.get(item.id) ?? [], { nowMs }).outcomes,
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

/** A known failure is recognised by its parts however old it is, and what waits for a person waits. */
function mayGo(item: MemoryItem): boolean {
  return kindOf(item) === 'lesson' && !item.quarantined;
}
