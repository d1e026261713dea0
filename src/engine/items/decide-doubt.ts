import { noteEvidence } from '../../failures/recording/note-evidence.ts';
import type { DoubtDecision } from '../../model/answers/item-answers.ts';
import { AfterwitError } from '../../model/errors.ts';
import { failureOf, type VariantBody } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { vouchFor } from '../../model/raise-trust.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { dependOn, findItem, partsOf, versionsOf } from '../memory/find-item.ts';
import { decideSuccession, doubtfulSuccession } from './decide-succession.ts';
import { type ReviewRequest, requirePerson } from './review-request.ts';

interface DoubtfulVariant {
  readonly item: MemoryItem;
  readonly body: VariantBody;
  /** The known variant in question; undefined when it was forgotten meanwhile. */
  readonly other: MemoryItem | undefined;
  readonly nowMs: number;
}

/**
 * Applies a person's decision about a doubtful variant: `merge` moves its episodes to the known one; `split` keeps
 * both; `supersede` replaces the known one; `reject` archives it.
 *
 * @returns the variant that remains: the known one after a merge, otherwise the doubtful one
 * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT when the variant is not doubtful, or the known one was
 * forgotten
 */
export async function decideDoubt(
  { store, id, speaker, nowMs }: ReviewRequest,
  decision: DoubtDecision,
): Promise<MemoryItem> {
  requirePerson(speaker, 'decide about a doubtful memory');
  return await store.transact((transaction) => {
    const item = findItem(transaction, id);
    const { body } = item;
    if (decision !== 'reject' && doubtfulSuccession(item) !== undefined)
      return decideSuccession(item, decision, nowMs, transaction);
    if (body?.kind !== 'variant' || body.doubt === undefined) throw notDoubtful(item);
    const doubtful = { item, body, other: transaction.item(body.doubt.variantId), nowMs };
    if (decision === 'merge') return merge(doubtful, transaction);
    if (decision === 'supersede') return supersede(doubtful, transaction);
    return put(decision === 'split' ? vouched(doubtful) : turnedDown(doubtful), transaction);
  });
}

/** Moves its episodes to the known variant, which is then found by their wording too. */
function merge({ item, body, other, nowMs }: DoubtfulVariant, transaction: MemoryTransaction): MemoryItem {
  if (other?.body?.kind !== 'variant') throw otherIsGone(item, 'merge it with');
  let merged = other.body;
  for (const episode of partsOf(transaction, item.id).toReversed()) {
    transaction.updateItem(dependOn(episode, other.id));
    const failure = failureOf(episode.body);
    if (failure !== undefined) merged = noteEvidence(merged, failure);
  }
  for (const { id } of versionsOf(transaction, item.id)) transaction.removeItem(id);
  transaction.removeItem(item.id);
  if (partsOf(transaction, body.patternId).length === 0) transaction.removeItem(body.patternId);
  return put({ ...other, body: merged, updatedAtMs: Math.max(other.updatedAtMs, nowMs) }, transaction);
}

function supersede(doubtful: DoubtfulVariant, transaction: MemoryTransaction): MemoryItem {
  const { item, other, nowMs } = doubtful;
  if (other === undefined) throw otherIsGone(item, 'replace');
  const superseded: MemoryItem = {
    ...other,
    status: 'superseded',
    supersededById: item.id,
    updatedAtMs: Math.max(other.updatedAtMs, nowMs),
  };
  put(superseded, transaction);
  const decided = vouched(doubtful);
  const relatedItems = decided.relatedItems.filter(({ id }) => id !== other.id);
  return put(
    { ...decided, relatedItems: [...relatedItems, { id: other.id, relation: 'supersedes' }] },
    transaction,
  );
}

function vouched({ item, body, nowMs }: DoubtfulVariant): MemoryItem {
  return vouchFor({ ...item, body: withoutDoubt(body) }, nowMs);
}

function turnedDown({ item, body, nowMs }: DoubtfulVariant): MemoryItem {
  return {
    ...item,
    body: withoutDoubt(body),
    status: 'archived',
    updatedAtMs: Math.max(item.updatedAtMs, nowMs),
  };
}

function withoutDoubt({ doubt: _, ...body }: VariantBody): VariantBody {
  return body;
}

function put(item: MemoryItem, transaction: MemoryTransaction): MemoryItem {
  transaction.putItem(item, itemTerms(item));
  return item;
}

function notDoubtful({ id }: MemoryItem): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `${id.slice(0, 8)} needs no decision: it is neither a doubtful merge nor a contradiction. \`afterwit review\` lists the memories that wait.`,
    { data: { id } },
  );
}

function otherIsGone({ id }: MemoryItem, what: string): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `The memory to ${what} was forgotten meanwhile. Keep ${id.slice(0, 8)} as a separate variant (split), or reject it (reject).`,
    { data: { id } },
  );
}
