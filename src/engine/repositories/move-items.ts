import { confirmItem } from '../../lessons/confirm-item.ts';
import type { ItemId, MemoryItem } from '../../model/memory-item.ts';
import type { RepositoryId } from '../../model/repository.ts';
import { scopeOf } from '../../model/scope.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { dependOn, wholeIdOf } from '../failures/failure-parts.ts';

/** Memories of a repository belong to another one from now on; one that is known there already is confirmed by it. */
export function moveItems(transaction: MemoryTransaction, from: RepositoryId, to: RepositoryId): void {
  const scope = scopeOf('repo', to);
  // Oldest first, so that the other repository hears them in the order in which they were said.
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

/** A part of what is known there is a part of that. */
function withKnownWhole(item: MemoryItem, known: ReadonlyMap<ItemId, MemoryItem>): MemoryItem {
  const whole = known.get(wholeIdOf(item) ?? item.id);
  return whole === undefined ? item : dependOn(item, whole.id);
}
