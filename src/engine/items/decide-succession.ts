import type { DoubtDecision } from '../../model/answers/item-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { MemoryItem, RelatedItem } from '../../model/memory-item.ts';
import { vouchFor } from '../../model/raise-trust.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';

/** The first memory whose place it may take, for a person to say. */
export function doubtfulSuccession({ relatedItems }: Pick<MemoryItem, 'relatedItems'>): ItemId | undefined {
  return relatedItems.find(({ relation }) => relation === 'may_supersede')?.id;
}

/** The memory without the question whether it takes the place of that one. */
export function withoutDoubtOf(item: MemoryItem, otherId: ItemId): MemoryItem {
  const isOpen = item.relatedItems.some(({ id, relation }) => id === otherId && relation === 'may_supersede');
  const isOfDoubt = ({ id, relation }: RelatedItem): boolean =>
    id === otherId && (relation === 'may_supersede' || relation === 'contradicts');
  return isOpen ? { ...item, relatedItems: item.relatedItems.filter((link) => !isOfDoubt(link)) } : item;
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
  const decidedOf = item.relatedItems.flatMap(({ id, relation }) =>
    relation === 'may_supersede' ? [id] : [],
  );
  let open = item;
  for (const id of decidedOf) {
    open = withoutDoubtOf(open, id);
    const other = transaction.item(id);
    if (other === undefined) continue;
    // Of two that were changed in turns the other one may ask the same.
    const answered = withoutDoubtOf(other, item.id);
    const isReplaced = decision === 'supersede' && other.status === 'active';
    transaction.updateItem(
      isReplaced ? { ...answered, status: 'superseded', supersededById: item.id } : answered,
    );
  }
  const replaced = decision === 'supersede' ? decidedOf : [];
  const relatedItems: readonly RelatedItem[] = [
    ...open.relatedItems,
    ...replaced.map((id) => ({ id, relation: 'supersedes' as const })),
  ];
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
