import { confirmItem } from '../../lessons/confirm-item.ts';
import type { ItemId, MemoryItem } from '../../model/memory-item.ts';
import type { RepositoryId } from '../../model/repository.ts';
import { scopeOf } from '../../model/scope.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { dependOn, wholeIdOf } from '../failures/failure-parts.ts';

/** Moves the memories of a repository to another one; a memory that exists there already is confirmed instead. */
export function moveItems(transaction: MemoryTransaction, from: RepositoryId, to: RepositoryId): void {
  const scope = scopeOf('repo', to);
  // Oldest first, so that the other repository gets them in their original order.
  const items = transaction.items({ scopes: [scopeOf('repo', from)] }).toReversed();
  const known = new Map(
    items.flatMap((item): [ItemId, MemoryItem][] => {
      const same = transaction.itemByFingerprint(scope, item.fingerprint);
      return same === undefined ? [] : [[item.id, same]];
    }),
  );
  for (const item of items) {
    const same = known.get(item.id);
    const moved = same === undefined ? { ...withKnownWhole(item, known), scope } : confirmItem(same, item);
    if (same !== undefined) transaction.removeItem(item.id);
    transaction.putItem(moved, itemTerms(moved));
  }
}

/** Redirects a part to its whole in the other repository when that whole exists there already. */
function withKnownWhole(item: MemoryItem, known: ReadonlyMap<ItemId, MemoryItem>): MemoryItem {
  const whole = known.get(wholeIdOf(item) ?? item.id);
  return whole === undefined ? item : dependOn(item, whole.id);
}
