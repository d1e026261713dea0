import { lastWords } from '../../feedback/outcomes.ts';
import {
  type ReviewEntry,
  type ReviewQueue,
  type ReviewReason,
  reviewReasons as reasons,
} from '../../model/answers/item-answers.ts';
import { isDoubt } from '../../model/decision.ts';
import type { VariantDoubt } from '../../model/item-body.ts';
import { itemKinds, kindOf, type MemoryItem, standaloneKinds } from '../../model/memory-item.ts';
import { isTrustedAs, type Scope } from '../../model/provenance.ts';
import type { ItemFilter, ItemReader, ItemTally } from '../../ports/memory-store.ts';
import { findItem, relatedBy } from '../memory/find-item.ts';

/**
 * Memories that wait for a person: those that are not shown until then come first, of them the most urgent, of them the newest.
 * @param part how many, after how many; only those that wait for one of these reasons
 * @param scopes only of these. Default: of all
 */
export function reviewQueue(
  reader: ItemReader,
  { limit, offset = 0, reasons: wanted }: ReviewPart,
  scopes?: readonly Scope[],
): ReviewQueue {
  const groups = waitingGroups(reader, scopes);
  const counts = reasons.map((value) => ({
    value,
    count: groups.reduce((sum, { reason, count }) => sum + (reason === value ? count : 0), 0),
  }));
  const chosen = groups.filter(({ reason }) => wanted === undefined || wanted.includes(reason));
  const entries: ReviewEntry[] = [];
  let before = offset;
  for (const { reason, count, items } of chosen) {
    const most = Math.min(limit - entries.length, count - before);
    if (most > 0)
      entries.push(...items(before, most).map((item) => ({ item, reason, ...others(reader, item) })));
    before = Math.max(0, before - count);
  }
  return {
    entries,
    count: chosen.reduce((sum, { count }) => sum + count, 0),
    reasons: counts.filter(({ count }) => count > 0),
  };
}

/** Memories that wait for the same reason, and are shown meanwhile or not. */
interface WaitingGroup {
  readonly quarantined: boolean;
  readonly reason: ReviewReason;
  readonly count: number;
  readonly items: (offset: number, limit: number) => readonly MemoryItem[];
}

/** The facts of a waiting memory that give its reason, without its text. */
type Facets = Pick<ItemTally, 'quarantined' | 'trust' | 'doubt' | 'mayReplace'>;

function waitingGroups(reader: ItemReader, scopes?: readonly Scope[]): readonly WaitingGroup[] {
  const doubted = doubtedByAgents(reader, scopes);
  const except = doubted.map(({ id }) => id);
  const groupOf = (one: Facets) => [reasonOf(one), one.quarantined, one.doubt, one.mayReplace].join();
  const waiting = reader
    .tallyItems({})
    .filter((tally) => isOfQueue(tally) && waits(tally) && (scopes?.includes(tally.scope) ?? true));
  const groups = [...Map.groupBy(waiting, groupOf)].flatMap(([group, tallies]): readonly WaitingGroup[] => {
    const [first] = tallies;
    if (first === undefined) return [];
    const { quarantined, doubt, mayReplace } = first;
    const filter: ItemFilter = {
      ...{ kinds: standaloneKinds, statuses: ['active'], scopes, quarantined, doubt, mayReplace, except },
      trusts: [...new Set(tallies.map(({ trust }) => trust))],
    };
    const apart = doubted.filter((item) => groupOf(facetsOf(item)) === group).length;
    return [
      {
        ...{ quarantined, reason: reasonOf(first) },
        count: tallies.reduce((sum, { count }) => sum + count, -apart),
        items: (offset, limit) => reader.itemWindow(filter, { offset, limit, order: 'newest' }).items,
      },
    ];
  });
  const ofDoubted: WaitingGroup = {
    ...{ quarantined: false, reason: 'doubted_by_agent', count: doubted.length },
    items: (offset, limit) => doubted.slice(offset, offset + limit),
  };
  return [...groups, ofDoubted].sort(
    (a, b) =>
      Number(b.quarantined) - Number(a.quarantined) || reasons.indexOf(a.reason) - reasons.indexOf(b.reason),
  );
}

function isOfQueue({ status, body }: ItemTally): boolean {
  const kinds: readonly string[] = itemKinds;
  return status === 'active' && (!kinds.includes(body) || standaloneKinds.some((kind) => kind === body));
}

function waits({ quarantined, mayReplace, trust }: Facets): boolean {
  return quarantined || mayReplace || trust === 'agent' || trust === 'untrusted';
}

interface ReviewPart {
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly reasons?: readonly ReviewReason[] | undefined;
}

/** Memories that an agent called wrong after a person vouched for them; a new approval settles the doubt. */
function doubtedByAgents(reader: ItemReader, scopes?: readonly Scope[]): readonly MemoryItem[] {
  const doubts = lastWords(reader.outcomesAfter(0).map(({ outcome }) => outcome)).filter(isDoubt);
  // Sorted, because a clock may have run backwards between two of them.
  const latestMs = new Map(
    doubts.toSorted((a, b) => a.atMs - b.atMs).map(({ itemId, atMs }) => [itemId, atMs]),
  );
  return [...latestMs].flatMap(([id, atMs]) => {
    const item = id && reader.item(id);
    if (item?.status !== 'active' || item.quarantined || !standaloneKinds.includes(kindOf(item))) return [];
    if (doubtOf(item) !== undefined) return [];
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
  const isDoubted = doubtedByAgents(reader, [item.scope]).some((one) => one.id === item.id);
  const reason = isDoubted ? 'doubted_by_agent' : reasonOf(facetsOf(item));
  return { entries: [{ item, reason, ...others(reader, item) }], count: 1 };
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

/** Memories that approving this one would hide: the reviewer must see them before. */
export function replacedBy(
  reader: Pick<ItemReader, 'item'>,
  item: MemoryItem,
): NonNullable<ReviewEntry['replaces']> {
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

function facetsOf(item: MemoryItem): Facets {
  const { quarantined, trust } = item;
  return {
    quarantined,
    trust,
    doubt: doubtOf(item)?.kind ?? 'none',
    mayReplace: mayReplaceOthers(item),
  };
}

function reasonOf({ quarantined, trust, doubt, mayReplace }: Facets): ReviewReason {
  if (doubt !== 'none') return doubt === 'merge' ? 'doubtful_merge' : 'contradicting_fix';
  if (mayReplace) return 'may_supersede';
  if (trust === 'untrusted') return 'untrusted_origin';
  return quarantined ? 'crosses_scope' : 'unverified';
}
