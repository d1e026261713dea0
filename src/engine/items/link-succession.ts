import { judgeSuccession } from '../../lessons/judge-succession.ts';
import type { ContradictionSettings } from '../../lessons/options.ts';
import type { DoubtDecision } from '../../model/answers/item-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import { type ItemType, kindOf, type MemoryItem, type RelatedItem } from '../../model/memory-item.ts';
import { mayReplace } from '../../model/provenance.ts';
import { vouchFor } from '../../model/raise-trust.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { queryTerms } from '../../retrieval/item-terms.ts';
import { rankItems } from '../../retrieval/rank-items.ts';
import { relatedBy } from '../memory/find-item.ts';
import { putItem, refused } from './review-request.ts';

export interface LinkedSuccession {
  /** The newer, with its links. */
  readonly item: MemoryItem;
  readonly superseded: readonly MemoryItem[];
  /** Memories that it may take the place of, if a person says so. */
  readonly doubtful: readonly MemoryItem[];
}

interface SuccessionTerms {
  /** Default: contradicted memories are looked for. */
  readonly settings?: ContradictionSettings | undefined;
  /** When its words were said: later words do not give way to them. Default: when it was made. */
  readonly saidAtMs?: number;
  /**
   * When this memory was last said before: it is judged only against memories that were first said since then.
   */
  readonly saidBeforeMs?: number;
}

/** Types of statements about the project; results and states are not amended but outdated. */
const amended: readonly ItemType[] = ['decision', 'constraint', 'preference', 'project_fact'];
/** Few are compared word by word, because a person waits for `remember`. */
const mostCompared = 12;
const searchedTerms = 16;
/** Statements within this time belong together. */
const occasionMs = 3_600_000;
const comparedCharacters = 2_000;

/**
 * Links a memory that was just written with those that it replaces. It must say so, and name their subjects. A memory
 * that is only like them waits for a person, and so does one whose speaker is believed less than the older memory.
 */
export function linkSuccession(
  item: MemoryItem,
  transaction: MemoryTransaction,
  { settings, saidAtMs = item.createdAtMs, saidBeforeMs }: SuccessionTerms,
): LinkedSuccession {
  const none = { item, superseded: [], doubtful: [] };
  if (settings?.enabled === false || !isAmended(item) || item.quarantined || item.trust === 'untrusted')
    return none;
  const { candidates, rarityOf } = rankItems({
    reader: transaction,
    scopes: [item.scope],
    terms: queryTerms(item.content.slice(0, comparedCharacters), undefined),
    files: [],
    limit: mostCompared,
    settings: { termLimit: searchedTerms },
  });
  const judged = candidates
    .map(({ item: older }) => older)
    .filter(
      (older) =>
        older.id !== item.id &&
        isAmended(older) &&
        !older.quarantined &&
        older.createdAtMs <= saidAtMs &&
        (saidBeforeMs === undefined || waitsFor(older, item) || isNewSince(saidBeforeMs, older)),
    )
    .map((older) => {
      const { kind, isContrary } = judgeSuccession({
        ...{ newer: item.content, older: older.content, rarityOf },
        isLater: saidAtMs - older.updatedAtMs >= occasionMs,
      });
      const acts = kind === 'supersedes' && mayReplace(item.trust, older.trust);
      return { older, kind, acts, isContrary };
    });
  const olderOf = (those: typeof judged) => those.map(({ older }) => older);
  const superseded = olderOf(judged.filter(({ acts }) => acts));
  const asked = judged.filter(({ kind, acts }) => kind !== 'none' && !acts);
  const doubtful = olderOf(asked);
  const contrary = olderOf(asked.filter(({ isContrary }) => isContrary));
  if (superseded.length + doubtful.length === 0) return none;
  for (const older of superseded)
    transaction.updateItem({ ...older, status: 'superseded', supersededById: item.id });
  const relatedItems: readonly RelatedItem[] = [
    ...item.relatedItems,
    ...linksTo(superseded, 'supersedes'),
    ...linksTo(doubtful, 'may_supersede'),
    // Until a person decides, only one of them is shown.
    ...linksTo(contrary, 'contradicts'),
  ];
  const linked = { ...item, relatedItems };
  putItem(transaction, linked);
  // One question of two memories is asked once: of the one that was said last.
  for (const older of doubtful)
    if (waitsFor(older, item)) transaction.updateItem(withoutDoubtOf(older, item.id));
  return { item: linked, superseded, doubtful };
}

function waitsFor(item: MemoryItem, { id }: Pick<MemoryItem, 'id'>): boolean {
  return relatedBy(item, 'may_supersede').includes(id);
}

/** First said on a later occasion, and no person has looked at it since: who kept both is not asked again. */
function isNewSince(saidBeforeMs: number, { createdAtMs, vouchedAtMs = createdAtMs }: MemoryItem): boolean {
  return createdAtMs - saidBeforeMs >= occasionMs && vouchedAtMs <= createdAtMs;
}

function isAmended(item: MemoryItem): boolean {
  return (
    item.status === 'active' &&
    item.body === undefined &&
    kindOf(item) === 'lesson' &&
    amended.includes(item.type)
  );
}

function linksTo(items: readonly Pick<MemoryItem, 'id'>[], relation: RelatedItem['relation']) {
  return items.map(({ id }): RelatedItem => ({ id, relation }));
}

/** The memory without the question whether it takes the place of that one. */
function withoutDoubtOf(item: MemoryItem, otherId: ItemId): MemoryItem {
  if (!waitsFor(item, { id: otherId })) return item;
  const isOfDoubt = ({ id, relation }: RelatedItem): boolean =>
    id === otherId && (relation === 'may_supersede' || relation === 'contradicts');
  return { ...item, relatedItems: item.relatedItems.filter((link) => !isOfDoubt(link)) };
}

/**
 * Applies a person's decision about a lesson that may replace others: `supersede`, or `split` to keep all. Either way the
 * person vouches for the lesson: otherwise the older one would go, and the newer one would not be shown.
 * @throws INVALID_ARGUMENT for `merge`
 */
export function decideSuccession(
  item: MemoryItem,
  decision: Exclude<DoubtDecision, 'reject'>,
  nowMs: number,
  transaction: MemoryTransaction,
): MemoryItem {
  if (decision === 'merge')
    throw refused(
      item,
      `${item.id.slice(0, 8)} is a lesson, which cannot be merged. Let it replace the other (supersede), keep both (split), or reject it.`,
    );
  const decidedOf = relatedBy(item, 'may_supersede');
  const decided = settleDoubts(item, decidedOf, decision === 'supersede', transaction);
  return putItem(transaction, vouchFor({ ...item, relatedItems: decided.relatedItems }, nowMs));
}

/**
 * The memory, not written yet, without the question whether it replaces these: it supersedes them, or both stay.
 */
export function settleDoubts(
  item: MemoryItem,
  others: readonly ItemId[],
  isReplaced: boolean,
  transaction: MemoryTransaction,
): MemoryItem {
  let open = item;
  for (const id of others) {
    open = withoutDoubtOf(open, id);
    const other = transaction.item(id);
    if (other === undefined) continue;
    // If both were changed in turns, the other may hold the same doubt.
    const answered = withoutDoubtOf(other, item.id);
    transaction.updateItem(
      isReplaced && other.status === 'active'
        ? { ...answered, status: 'superseded', supersededById: item.id }
        : answered,
    );
  }
  const replaced = isReplaced ? others.map((id) => ({ id })) : [];
  return { ...open, relatedItems: [...open.relatedItems, ...linksTo(replaced, 'supersedes')] };
}
