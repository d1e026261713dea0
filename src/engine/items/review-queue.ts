import { lastWords } from '../../feedback/outcomes.ts';
import {
  type ReviewEntry,
  type ReviewQueue,
  type ReviewReason,
  reviewReasons as reasons,
} from '../../model/answers/item-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import { isDoubt } from '../../model/decision.ts';
import type { VariantDoubt } from '../../model/item-body.ts';
import { kindOf, type MemoryItem, standaloneKinds } from '../../model/memory-item.ts';
import { isTrustedAs, type Scope } from '../../model/provenance.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { findItem, relatedBy } from '../memory/find-item.ts';

/**
 * Memories that wait for a person; those that are not shown until then come first.
 * @param part how many, after how many; only those that wait for one of these reasons
 * @param scopes only of these. Default: of all
 */
export function reviewQueue(
  reader: ItemReader,
  { limit, offset = 0, reasons: wanted }: ReviewPart,
  scopes?: readonly Scope[],
): ReviewQueue {
  const lessonsAndVariants = { kinds: standaloneKinds, statuses: ['active'], scopes } as const;
  const waiting = reader.items({ ...lessonsAndVariants, quarantined: true });
  const shown = { ...lessonsAndVariants, quarantined: false } as const;
  const unverified = reader.items({ ...shown, trusts: ['agent', 'untrusted'] });
  const replacing = reader.items({ ...shown, relation: 'may_supersede' });
  const doubted = doubtedByAgents(reader, scopes);
  const doubtedIds = new Set(doubted.map(({ id }) => id));
  const all = [
    ...new Map([...waiting, ...unverified, ...replacing, ...doubted].map((item) => [item.id, item])).values(),
  ].map((item) => ({ item, reason: reasonOf(item, doubtedIds) }));
  const counts = reasons.map((reason) => ({
    value: reason,
    count: all.filter((one) => one.reason === reason).length,
  }));
  const entries = all.filter(({ reason }) => wanted === undefined || wanted.includes(reason));
  const isWaiting = ({ item }: Pick<ReviewEntry, 'item'>) => Number(!item.quarantined);
  entries.sort(
    (a, b) => isWaiting(a) - isWaiting(b) || reasons.indexOf(a.reason) - reasons.indexOf(b.reason),
  );
  return {
    entries: entries
      .slice(offset, offset + limit)
      .map((entry) => ({ ...entry, ...others(reader, entry.item) })),
    count: entries.length,
    reasons: counts.filter(({ count }) => count > 0),
  };
}

interface ReviewPart {
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly reasons?: readonly ReviewReason[] | undefined;
}

/** What a person vouched for and an agent called wrong after that. Whoever approves it again has answered. */
function doubtedByAgents(reader: ItemReader, scopes?: readonly Scope[]): readonly MemoryItem[] {
  const doubts = lastWords(reader.outcomesAfter(0).map(({ outcome }) => outcome)).filter(isDoubt);
  // Sorted, because a clock may have run backwards between two of them.
  const latestMs = new Map(
    doubts.toSorted((a, b) => a.atMs - b.atMs).map(({ itemId, atMs }) => [itemId, atMs]),
  );
  return [...latestMs].flatMap(([id, atMs]) => {
    const item = id && reader.item(id);
    if (item?.status !== 'active' || item.quarantined || !standaloneKinds.includes(kindOf(item))) return [];
    const isOfThese = scopes === undefined || scopes.includes(item.scope);
    return isOfThese &&
      isTrustedAs(item.trust, 'verified') &&
      atMs > (item.vouchedAtMs ?? Number.NEGATIVE_INFINITY)
      ? [item]
      : [];
  });
}

/** One memory as a person is to see it before they decide, whether or not it waits. @throws ITEM_NOT_FOUND */
export function entryOf(reader: ItemReader, id: string): ReviewQueue {
  const item = findItem(reader, id);
  const doubted = new Set(doubtedByAgents(reader, [item.scope]).map((one) => one.id));
  return { entries: [{ item, reason: reasonOf(item, doubted), ...others(reader, item) }], count: 1 };
}

/** The memories in question beside it. */
function others(reader: ItemReader, item: MemoryItem): Pick<ReviewEntry, 'otherId' | 'replaces'> {
  const otherId = doubtOf(item)?.variantId ?? relatedBy(item, 'may_supersede')[0];
  const other = otherId && reader.item(otherId);
  const replaces = replacedBy(reader, item);
  return {
    ...(other === undefined ? {} : { otherId: other.id }),
    ...(replaces.length === 0 ? {} : { replaces }),
  };
}

/** Whoever approves it takes these out of what is shown, so they are to be seen before. */
function replacedBy(reader: ItemReader, item: MemoryItem): NonNullable<ReviewEntry['replaces']> {
  const doubt = doubtOf(item);
  const ofDoubt = doubt?.kind === 'contradiction' ? [doubt.variantId] : [];
  const ids = doubt === undefined ? relatedBy(item, 'may_supersede') : ofDoubt;
  return ids
    .flatMap((id) => reader.item(id) ?? [])
    .filter(({ status }) => status === 'active')
    .map(({ id, title, content }) => ({ id, title, content }));
}

/** It takes the place of others, if a person says so. */
export function mayReplaceOthers(item: MemoryItem): boolean {
  return relatedBy(item, 'may_supersede').length > 0;
}

export function doubtOf({ body }: MemoryItem): VariantDoubt | undefined {
  return body?.kind === 'variant' ? body.doubt : undefined;
}

function reasonOf(item: MemoryItem, doubted: ReadonlySet<ItemId>): ReviewReason {
  const doubt = doubtOf(item);
  if (doubt === undefined && doubted.has(item.id)) return 'doubted_by_agent';
  if (doubt !== undefined) return doubt.kind === 'merge' ? 'doubtful_merge' : 'contradicting_fix';
  if (mayReplaceOthers(item)) return 'may_supersede';
  if (item.trust === 'untrusted') return 'untrusted_origin';
  return item.quarantined ? 'crosses_scope' : 'unverified';
}
