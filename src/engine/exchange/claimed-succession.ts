import type { MemoryItem } from '../../model/memory-item.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';

type Reader = Pick<MemoryTransaction, 'item'>;

/** A memory of a file that nobody vouches for: that it takes the place of one that holds here is for a person to say. */
export function withClaimedSuccession(item: MemoryItem, reader: Reader): MemoryItem {
  const claims = item.relatedItems.some((link) => isClaim(link, item, reader));
  if (!claims) return item;
  const relatedItems = item.relatedItems.map((link) =>
    isClaim(link, item, reader) ? { id: link.id, relation: 'may_supersede' as const } : link,
  );
  return { ...item, relatedItems };
}

function isClaim(
  { id, relation }: MemoryItem['relatedItems'][number],
  { id: own, scope }: MemoryItem,
  reader: Reader,
): boolean {
  if (relation !== 'supersedes' || id === own) return false;
  const older = reader.item(id);
  return older?.status === 'active' && older.scope === scope;
}

/** The same for memories of an earlier line, once that comes of which they say so. */
export function claimSuccessionOf(item: MemoryItem, transaction: MemoryTransaction): void {
  for (const newer of transaction.itemsRelatedTo(item.id, 'supersedes')) {
    const claimed = newer.trust === 'untrusted' ? withClaimedSuccession(newer, transaction) : newer;
    if (claimed !== newer) transaction.putItem(claimed, itemTerms(claimed));
  }
}
