import { noteEvidence } from '../../failures/recording/draft-failure.ts';
import { reviseContent } from '../../lessons/prepare-item.ts';
import type { DoubtDecision } from '../../model/answers/item-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import type { AfterwitError } from '../../model/errors.ts';
import { failureOf, type VariantBody } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { vouchFor, vouchForWords } from '../../model/raise-trust.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { withTokenCost } from '../memory/draft-item.ts';
import { dependOn, findItem, partsOf, versionsOf } from '../memory/find-item.ts';
import { type EditDependencies, putEdited, requireOwnWords } from './edit-item.ts';
import { restoreSuperseded } from './forget-items.ts';
import { decideSuccession } from './link-succession.ts';
import { doubtOf, mayReplaceOthers, replacedBy } from './review-queue.ts';
import {
  changeItem,
  putItem,
  type Reading,
  type ReviewRequest,
  refused,
  requirePerson,
  requireSeen,
} from './review-request.ts';

/**
 * Approves a memory in the name of a person, optionally with a new wording: the one before is kept as a version.
 * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT
 */
export async function approveItem(
  request: ReviewRequest,
  {
    content,
    tokens,
    random,
    contradiction,
    ...reading
  }: EditDependencies & Reading & { readonly content?: string | undefined },
): Promise<MemoryItem> {
  const { store, id, speaker, nowMs } = request;
  requirePerson(speaker, 'vouch for a memory');
  const found = store.read((reader) => findItem(reader, id));
  requireSeen(found, reading);
  // Counted before the transaction, which must not wait for it.
  const worded =
    content === undefined ? undefined : await withTokenCost(reviseContent(found, content), tokens);
  // Before anything is decided: words that cannot be taken leave the doubt as it is.
  if (worded !== undefined) store.read((reader) => requireOwnWords(reader, worded));
  const doubt = doubtOf(found);
  if (doubt !== undefined)
    await decideDoubt(request, doubt.kind === 'merge' ? 'split' : 'supersede', reading);
  else if (mayReplaceOthers(found)) await decideDoubt(request, 'supersede', reading);
  return await store.transact((transaction) => {
    const { supersededById: _, ...item } = findItem(transaction, found.id);
    requireSeen(item, reading);
    if (worded !== undefined && worded.content !== item.content) {
      const edited = vouchForWords(item, worded, { speaker, nowMs });
      const moment = { versionId: random.uuid() as ItemId, nowMs, contradiction };
      return putEdited(transaction, { item, edited }, moment).item;
    }
    const approved = vouchFor(item, nowMs);
    requireOwnWords(transaction, approved);
    return putItem(transaction, approved);
  });
}

/**
 * Rejects a memory in the name of a person: it appears in no answer and is not learned again. @throws ITEM_NOT_FOUND,
 * NEEDS_PERSON
 */
export async function rejectItem(request: ReviewRequest, seen?: string): Promise<MemoryItem> {
  const { store, id, speaker, nowMs } = request;
  requirePerson(speaker, 'reject a memory');
  if (doubtOf(store.read((reader) => findItem(reader, id))) !== undefined)
    return await decideDoubt(request, 'reject', { seen });
  return await store.transact((transaction) => {
    const { archivedFor: _, ...item } = findItem(transaction, id);
    requireSeen(item, { seen });
    for (const older of restoreSuperseded(transaction, item)) transaction.updateItem(older);
    const updatedAtMs = Math.max(item.updatedAtMs, nowMs);
    return putItem(transaction, { ...item, status: 'archived', updatedAtMs });
  });
}

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
 * @returns the variant that remains: the known one after a merge, otherwise the doubtful one
 * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT when the variant is not doubtful, or the known one was
 * forgotten
 */
export async function decideDoubt(
  request: ReviewRequest,
  decision: DoubtDecision,
  reading?: Reading,
): Promise<MemoryItem> {
  const { nowMs } = request;
  return await changeItem(request, 'decide about a doubtful memory', (item, transaction) => {
    const { body } = item;
    requireSeen(item, reading, decision === 'supersede' ? replacedBy(transaction, item) : []);
    if (decision !== 'reject' && mayReplaceOthers(item))
      return decideSuccession(item, decision, nowMs, transaction);
    if (body?.kind !== 'variant' || body.doubt === undefined)
      throw refused(
        item,
        `${item.id.slice(0, 8)} needs no decision: it is neither a doubtful merge nor a contradiction. \`afterwit review\` lists the memories that wait.`,
      );
    const doubtful = { item, body, other: transaction.item(body.doubt.variantId), nowMs };
    if (decision === 'merge') return merge(doubtful, transaction);
    if (decision === 'supersede') return supersede(doubtful, transaction);
    return putItem(transaction, decision === 'split' ? vouched(doubtful) : turnedDown(doubtful));
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
  return putItem(transaction, { ...other, body: merged, updatedAtMs: Math.max(other.updatedAtMs, nowMs) });
}

function supersede(doubtful: DoubtfulVariant, transaction: MemoryTransaction): MemoryItem {
  const { item, other, nowMs } = doubtful;
  if (other === undefined) throw otherIsGone(item, 'replace');
  const updatedAtMs = Math.max(other.updatedAtMs, nowMs);
  putItem(transaction, { ...other, status: 'superseded', supersededById: item.id, updatedAtMs });
  const decided = vouched(doubtful);
  const others = decided.relatedItems.filter(({ id }) => id !== other.id);
  return putItem(transaction, {
    ...decided,
    relatedItems: [...others, { id: other.id, relation: 'supersedes' }],
  });
}

function vouched({ item, body, nowMs }: DoubtfulVariant): MemoryItem {
  return vouchFor({ ...item, body: withoutDoubt(body) }, nowMs);
}

function turnedDown({ item, body, nowMs }: DoubtfulVariant): MemoryItem {
  const updatedAtMs = Math.max(item.updatedAtMs, nowMs);
  return { ...item, body: withoutDoubt(body), status: 'archived', updatedAtMs };
}

function withoutDoubt({ doubt: _, ...body }: VariantBody): VariantBody {
  return body;
}

function otherIsGone(item: MemoryItem, what: string): AfterwitError {
  return refused(
    item,
    `The memory to ${what} was forgotten meanwhile. Keep ${item.id.slice(0, 8)} as a separate variant (split), or reject it (reject).`,
  );
}
