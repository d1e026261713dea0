import type { DoubtDecision } from '../../model/answers/review.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { ItemId, MemoryItem, RelatedItem } from '../../model/memory-item.ts';
import { vouchFor } from '../../model/raise-trust.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';

/** The first memory whose place it may take, for a person to say. */
export function doubtfulSuccession({ relatedItems }: Pick<MemoryItem, 'relatedItems'>): ItemId | undefined {
  return relatedItems.find(({ relation }) => relation === 'may_supersede')?.id;
}

/**
 * Applies a person's decision about a lesson that may take the place of others: `supersede`, or `split` keeps all. Either
 * way the person vouches for the lesson: else the older one would go, and the newer one would not be shown.
 * @throws INVALID_ARGUMENT for `merge`
 */
export function decideSuccession(
  item: MemoryItem,
  decision: Exclude<DoubtDecision, 'reject'>,
  nowMs: number,
  transaction: MemoryTransaction,
): MemoryItem {
  if (decision === 'merge') throw notTheSame(item);
  const decidedOf = new Set(
    item.relatedItems.flatMap(({ id, relation }) => (relation === 'may_supersede' ? [id] : [])),
  );
  const relatedItems = item.relatedItems.flatMap(({ id, relation }): readonly RelatedItem[] => {
    if (relation === 'contradicts' && decidedOf.has(id)) return [];
    if (relation !== 'may_supersede') return [{ id, relation }];
    return decision === 'supersede' ? [{ id, relation: 'supersedes' }] : [];
  });
  if (decision === 'supersede') {
    for (const { id, relation } of item.relatedItems) {
      const older = relation === 'may_supersede' ? transaction.item(id) : undefined;
      if (older?.status === 'active')
        transaction.updateItem({ ...older, status: 'superseded', supersededById: item.id });
    }
  }
  const decided = vouchFor({ ...item, relatedItems }, nowMs);
  transaction.putItem(decided, itemTerms(decided));
  return decided;
}

function notTheSame({ id }: MemoryItem): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `${id.slice(0, 8)} is a lesson, which cannot be merged. Let it replace the other (supersede), keep both (split), or reject it.`,
    { data: { id } },
  );
}
