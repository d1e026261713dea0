import { confirmItem } from '../../lessons/confirm-item.ts';
import type { RepositoryId } from '../../model/repository.ts';
import { scopeOf } from '../../model/scope.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';

/** Memories of a repository belong to another one from now on; one that is known there already is confirmed by it. */
export function moveItems(transaction: MemoryTransaction, from: RepositoryId, to: RepositoryId): void {
  const scope = scopeOf('repo', to);
  // Oldest first, so that the other repository hears them in the order in which they were said.
  for (const item of transaction.items({ scopes: [scopeOf('repo', from)] }).toReversed()) {
    const known = transaction.itemByFingerprint(scope, item.fingerprint);
    const moved = known === undefined ? { ...item, scope } : confirmItem(known, item);
    if (known !== undefined) transaction.removeItem(item.id);
    transaction.putItem(moved, itemTerms(moved));
  }
}
