import { confirmItem } from '../../lessons/confirm-item.ts';
import type { ItemId } from '../../model/brands.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { type Scope, scopeOf } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { isTurnedDown } from '../decisions/give-feedback.ts';
import { dependOn, wholeIdOf } from '../memory/find-item.ts';

/** Moves the memories of a repository to another one; a memory that exists there already is confirmed instead. */
export function moveItems(transaction: MemoryTransaction, from: RepositoryId, to: RepositoryId): void {
  const scope = scopeOf('repo', to);
  // Oldest first, so that the other repository gets them in their original order.
  const items = transaction.items({ scopes: [scopeOf('repo', from)] }).toReversed();
  const meetings = new Map(items.flatMap((item) => meet(transaction, item, scope)));
  for (const item of items) {
    const meeting = meetings.get(item.id);
    if (meeting === undefined) {
      put(transaction, { ...withKnownWhole(item, meetings), scope });
      continue;
    }
    transaction.removeItem(item.id);
    for (const changed of meeting.changed) put(transaction, changed);
  }
}

/** A memory that meets one of the same fingerprint: the id under which it goes on, and what is to be written. */
interface Meeting {
  readonly id: ItemId;
  readonly changed: readonly MemoryItem[];
}

function meet(
  transaction: MemoryTransaction,
  item: MemoryItem,
  scope: Scope,
): readonly (readonly [ItemId, Meeting])[] {
  const same = transaction.itemByFingerprint(scope, item.fingerprint);
  if (same === undefined) return [];
  const confirmation = confirmItem(same, item, isTurnedDown(transaction, same, item.updatedAtMs));
  if (confirmation.kind === 'ignored') return [[item.id, { id: same.id, changed: [] }]];
  if (confirmation.kind === 'confirmed')
    return [[item.id, { id: same.id, changed: [{ ...confirmation.item, scope }] }]];
  const changed = [confirmation.retired, { ...confirmation.item, scope }];
  return [[item.id, { id: item.id, changed }]];
}

/** A part of what is known there is a part of that. */
function withKnownWhole(item: MemoryItem, meetings: ReadonlyMap<ItemId, Meeting>): MemoryItem {
  const whole = meetings.get(wholeIdOf(item) ?? item.id);
  return whole === undefined ? item : dependOn(item, whole.id);
}

function put(transaction: MemoryTransaction, item: MemoryItem): void {
  transaction.putItem(item, itemTerms(item));
}
