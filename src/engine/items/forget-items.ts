import { forgetEvidence, patternIdentity } from '../../failures/recording/draft-failure.ts';
import { fingerprintOf } from '../../lessons/prepare-item.ts';
import type { ForgottenItems } from '../../model/answers/item-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import { type AfterwitError, invalidArgument } from '../../model/errors.ts';
import { type PatternBody, textsOf } from '../../model/item-body.ts';
import { kindOf, type MemoryItem, standsAlone } from '../../model/memory-item.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { ItemReader, MemoryStore, MemoryTransaction } from '../../ports/memory-store.ts';
import { findItem, isVersion, partsOf, versionsOf, wholeIdOf } from '../memory/find-item.ts';
import { changeItem, putItem, type ReviewRequest, refused, requirePerson } from './review-request.ts';

/**
 * Archives a memory in the name of a person: no answer shows it, nothing of it is lost, and it can be fetched back.
 * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT for a memory no longer in use, and for a part of a failure
 */
export async function archiveItem(request: ReviewRequest): Promise<MemoryItem> {
  return await changeItem(request, 'put a memory away', (item, transaction) => {
    if (!standsAlone(item)) throw unfit(item, 'is a part of a known failure. Archive its fix, or forget it.');
    if (item.status !== 'active') throw unfit(item, `is ${item.status} already. There is nothing to do.`);
    const archived: MemoryItem = { ...item, status: 'archived', archivedFor: 'person' };
    transaction.updateItem(archived);
    return archived;
  });
}

/**
 * Fetches back a memory that was put away by a person or for its age, as it was, and believed no more for
 * that. An expired one lasts its time again. @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT for one
 * that was not put away so
 */
export async function fetchBackItem(request: ReviewRequest): Promise<MemoryItem> {
  return await changeItem(request, 'fetch a memory back', ({ archivedFor, ...item }, transaction) => {
    if (archivedFor === 'summary') throw unfit(item, tellsSummary(item));
    if (item.status !== 'archived' || archivedFor === undefined)
      throw unfit(item, 'was not put away. `afterwit review approve` takes back what was rejected.');
    const updatedAtMs = archivedFor === 'age' ? Math.max(item.updatedAtMs, request.nowMs) : item.updatedAtMs;
    const active: MemoryItem = { ...item, status: 'active', updatedAtMs };
    transaction.updateItem(active);
    return active;
  });
}

function tellsSummary({ supersededById }: Pick<MemoryItem, 'supersededById'>): string {
  const summary = supersededById?.slice(0, 8) ?? '';
  return `is said by the summary ${summary}. \`afterwit review reject ${summary}\` brings all of its parts back.`;
}

function unfit(item: MemoryItem, why: string): AfterwitError {
  return refused(item, `The memory ${item.id.slice(0, 8)} ${why}`);
}

export interface ForgetRequest {
  readonly ids?: readonly string[] | undefined;
  readonly origin?: string | undefined;
  readonly text?: string | undefined;
  readonly preview?: boolean | undefined;
  /** The speaker who asks; absent where that was judged already, as for copies of the memory. */
  readonly speaker?: Speaker | undefined;
}

/**
 * Forgets memories with everything derived from them, in one transaction. A memory that a person said or vouched for is gone
 * only when a person says so.
 * @throws ITEM_NOT_FOUND, INVALID_ARGUMENT, NEEDS_PERSON
 */
export async function forgetItems(store: MemoryStore, request: ForgetRequest): Promise<ForgottenItems> {
  requireOneSelection(request);
  const preview = request.preview ?? false;
  if (preview) return { items: named(store.read((reader) => plan(reader, request))), preview };
  return await store.transact((transaction) => {
    const forgetting = plan(transaction, request);
    if (request.speaker !== undefined && forgetting.removed.some(isOfPerson))
      requirePerson(request.speaker, 'forget what a person said or vouched for');
    carryOut(transaction, forgetting);
    return { items: named(forgetting), preview };
  });
}

/** Forgets memories that a team forgot, with everything derived from them. */
export function forgetIn(transaction: MemoryTransaction, ids: readonly ItemId[]): void {
  const chosen = ids.flatMap((id) => transaction.item(id) ?? []);
  carryOut(transaction, planForgetting(transaction, chosen, { wholly: true }));
}

function carryOut(transaction: MemoryTransaction, { removed, changed }: ForgettingPlan): void {
  for (const item of changed) putItem(transaction, item);
  for (const { id } of removed) transaction.removeItem(id);
}

function isOfPerson({ trust, vouchedAtMs }: MemoryItem): boolean {
  return trust === 'user' || vouchedAtMs !== undefined;
}

function plan(reader: ItemReader, request: ForgetRequest): ForgettingPlan {
  return planForgetting(reader, select(reader, request), { wholly: request.ids !== undefined });
}

function select(reader: ItemReader, { ids, origin, text }: ForgetRequest): readonly MemoryItem[] {
  if (ids !== undefined) return ids.map((id) => findItem(reader, id));
  if (origin !== undefined) return reader.items({ origin: origin.trim() });
  const sought = (text ?? '').trim().toLowerCase();
  return reader
    .items({})
    .filter(({ title, content, body }) =>
      [title, content, ...textsOf(body)].some((held) => held.toLowerCase().includes(sought)),
    );
}

function requireOneSelection({ ids, origin, text }: ForgetRequest): void {
  const given = [ids?.length ? ids : undefined, origin?.trim() || undefined, text?.trim() || undefined];
  if (given.filter((value) => value !== undefined).length === 1) return;
  throw invalidArgument(
    'Select what to forget in exactly one way: by ids, by origin, or by a text that it contains.',
  );
}

/** Leaves out parts that are forgotten together with their whole. */
function named({ removed }: ForgettingPlan): ForgottenItems['items'] {
  const ids = new Set(removed.map(({ id }) => id));
  const goesAlong = (item: MemoryItem): boolean =>
    isVersion(item)
      ? item.relatedItems.some(({ id }) => ids.has(id))
      : kindOf(item) === 'pattern'
        ? removed.some((other) => wholeIdOf(other) === item.id)
        : kindOf(item) === 'episode' && ids.has(wholeIdOf(item) ?? item.id);
  return removed.filter((item) => !goesAlong(item)).map(({ id, title }) => ({ id, title }));
}

/** Items to remove, and items to change because of that. */
interface ForgettingPlan {
  readonly removed: readonly MemoryItem[];
  readonly changed: readonly MemoryItem[];
}

/**
 * All consequences of forgetting some memories. A variant's episodes are removed too, and its pattern with
 * the last variant; an episode's error lines are removed from its variant. The earlier texts of removed
 * memories go too.
 * @param wholly true removes the variants of a chosen pattern too; false keeps them, because others recorded
 * them, and rewords the pattern from one of them
 */
function planForgetting(
  reader: ItemReader,
  chosen: readonly MemoryItem[],
  { wholly }: { readonly wholly: boolean },
): ForgettingPlan {
  const removed = new Map<ItemId, MemoryItem>();
  const remove = (item: MemoryItem): void => {
    removed.set(item.id, item);
    for (const part of [...partsOf(reader, item.id), ...versionsOf(reader, item.id)]) remove(part);
    const summary = summaryOf(reader, item);
    if (summary !== undefined && !removed.has(summary.id)) remove(summary);
  };
  for (const item of chosen) {
    if (wholly || kindOf(item) !== 'pattern') remove(item);
  }
  const patterns = new Map(wholesOf(reader, [...removed.values()], 'pattern'));
  for (const item of chosen) if (kindOf(item) === 'pattern') patterns.set(item.id, item);
  const changed: MemoryItem[] = [];
  for (const [id, pattern] of patterns) {
    if (removed.has(id)) continue;
    const left = partsOf(reader, id).filter((variant) => !removed.has(variant.id));
    const oldest = left.at(-1);
    if (oldest === undefined) removed.set(id, pattern);
    else if (chosen.some((item) => item.id === id)) changed.push(tellAnew(pattern, oldest, reader));
  }
  for (const [id, variant] of wholesOf(reader, [...removed.values()], 'variant')) {
    if (removed.has(id)) continue;
    const [forgotten, left] = partition(partsOf(reader, id), (episode) => removed.has(episode.id));
    changed.push(forgetEvidence(variant, { forgotten, left }));
  }
  const own = new Set(chosen.map(({ id }) => id));
  for (const item of removed.values()) {
    const restored = restoreSuperseded(reader, item).filter(({ id }) => !removed.has(id));
    changed.push(...(own.has(item.id) ? restored.map((older) => keptApart(reader, older)) : restored));
  }
  return { removed: [...removed.values()], changed };
}

/** Returns a fragment's summary: it goes with the fragment, and its other fragments come back. */
function summaryOf(
  reader: ItemReader,
  { id, archivedFor, supersededById }: MemoryItem,
): MemoryItem | undefined {
  const summary = archivedFor === 'summary' && supersededById ? reader.item(supersededById) : undefined;
  // An imported memory may claim anything; a summary names its fragments itself.
  return summary?.relatedItems.some((one) => one.id === id && one.relation === 'supersedes')
    ? summary
    : undefined;
}

/** Keeps the fragments of a forgotten summary apart, or maintenance would make the same summary again. */
function keptApart(reader: ItemReader, restored: MemoryItem): MemoryItem {
  return reader.item(restored.id)?.archivedFor === 'summary' ? { ...restored, keptApart: true } : restored;
}

function wholesOf(
  reader: ItemReader,
  parts: readonly MemoryItem[],
  kind: 'pattern' | 'variant',
): readonly (readonly [ItemId, MemoryItem])[] {
  const ids = new Set(parts.flatMap((part) => wholeIdOf(part) ?? []));
  const wholes = [...ids].flatMap((id) => reader.item(id) ?? []);
  return wholes.filter((item) => kindOf(item) === kind).map((item) => [item.id, item]);
}

/** Rewords a pattern from one of its variants, because the original words are forgotten. */
function tellAnew(pattern: MemoryItem, variant: MemoryItem, reader: ItemReader): MemoryItem {
  if (variant.body?.kind !== 'variant') return pattern;
  const { symptom: told, failure } = variant.body;
  const symptom = told ?? failure.errorLines[0] ?? variant.content;
  const { name: family, rootCause } = failure.family ?? {};
  const body: PatternBody = {
    kind: 'pattern',
    ...(family === undefined ? {} : { family: family }),
    ...(rootCause === undefined ? {} : { rootCause: rootCause }),
    symptom,
  };
  const identity = patternIdentity({ family, rootCause, symptom });
  const fingerprint = fingerprintOf(identity);
  const other = reader.itemByFingerprint(pattern.scope, fingerprint);
  const { origin, principal, trust, confidence, source, tags, title } = variant;
  return {
    ...pattern,
    ...{ origin, principal, trust, confidence, source, tags, title },
    content: symptom,
    fingerprint:
      other === undefined || other.id === pattern.id ? fingerprint : fingerprintOf([...identity, pattern.id]),
    body,
  };
}

function partition<T>(
  all: readonly T[],
  isFirst: (one: T) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** The lessons whose place a memory took, as they were before: it goes, so they hold again. */
export function restoreSuperseded(
  reader: Pick<ItemReader, 'item'>,
  { id, relatedItems }: MemoryItem,
): readonly MemoryItem[] {
  return relatedItems
    .filter(({ relation }) => relation === 'supersedes')
    .flatMap((related) => reader.item(related.id) ?? [])
    .filter(
      (older) =>
        older.supersededById === id &&
        (older.status === 'superseded' || older.archivedFor === 'summary') &&
        kindOf(older) === 'lesson',
    )
    .map(({ supersededById: _, archivedFor: __, ...older }) => ({ ...older, status: 'active' }));
}
