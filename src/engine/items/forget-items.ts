import type { ForgottenItems } from '../../model/answers/item-answers.ts';
import { AfterwitError } from '../../model/errors.ts';
import { textsOf } from '../../model/item-body.ts';
import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { ItemReader, MemoryStore } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { findItem, isVersion, wholeIdOf } from '../memory/find-item.ts';
import { type ForgettingPlan, planForgetting } from './plan-forgetting.ts';
import { requirePerson } from './review-request.ts';

export interface ForgetRequest {
  readonly ids?: readonly string[] | undefined;
  readonly origin?: string | undefined;
  readonly text?: string | undefined;
  readonly preview?: boolean | undefined;
  /** Who asks; absent where that was judged already, as for copies of the memory. */
  readonly speaker?: Speaker | undefined;
}

/**
 * Forgets memories with everything derived from them, in one transaction. What a person said or vouched for is gone only when a
 * person says so.
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
    for (const item of forgetting.changed) transaction.putItem(item, itemTerms(item));
    for (const { id } of forgetting.removed) transaction.removeItem(id);
    return { items: named(forgetting), preview };
  });
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
  throw new AfterwitError(
    'INVALID_ARGUMENT',
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
