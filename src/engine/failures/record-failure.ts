import { noteEvidence } from '../../failures/recording/draft-failure.ts';
import {
  mayJoinVariant,
  planRecording,
  type RecordingPlan,
} from '../../failures/recording/plan-recording.ts';
import { confirmItem, refreshItem } from '../../lessons/confirm-item.ts';
import { fingerprintOf } from '../../lessons/prepare-item.ts';
import type { RecordedFailure } from '../../model/answers/failure-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import { failureOf, type VariantDoubt } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { isTrustedAs } from '../../model/provenance.ts';
import type { ItemReader, MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { isTurnedDown } from '../decisions/give-feedback.ts';
import type { RememberDependencies } from '../memory/draft-item.ts';
import { dependOn, ownerOf } from '../memory/find-item.ts';
import { requireScope } from '../memory/where-it-holds.ts';
import {
  type DraftedFailureItems,
  draftFailureItems,
  type RecordFailureRequest,
} from './draft-failure-items.ts';
import { findKnownVariants } from './find-known-variants.ts';

type Recorded = Omit<RecordedFailure, 'redactedSecrets'>;

/**
 * Report of a failure → pattern, variant and episode → one transaction: an identical earlier record is confirmed;
 * otherwise the draft is compared with known variants, planned, and written.
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND, and the store's errors
 */
export async function recordFailure(
  request: RecordFailureRequest,
  dependencies: RememberDependencies,
): Promise<RecordedFailure> {
  const drafts = await draftFailureItems(request, dependencies);
  return await dependencies.store.transact((transaction) => {
    requireScope(transaction, drafts.variant.scope);
    const recorded = recordAgain(drafts, transaction) ?? recordNew(drafts, transaction);
    return { ...recorded, redactedSecrets: drafts.redactedSecrets };
  });
}

/** Confirms an identical earlier record. Undefined when there is none, or when only parts of it are left. */
function recordAgain(
  { variant: told, episode: drafted }: DraftedFailureItems,
  transaction: MemoryTransaction,
): Recorded | undefined {
  const episode = transaction.itemByFingerprint(drafted.scope, drafted.fingerprint);
  const found = episode && wholesOf(transaction, episode);
  if (episode === undefined || found === undefined) return undefined;
  const { variant, pattern } = found;
  // An episode may have joined a variant of other words: then it is no word for those.
  if (variant.fingerprint !== told.fingerprint && !mayJoinVariant(told.trust, holding(variant)))
    return undefined;
  const confirmed = confirmVariant(variant, told, transaction);
  if (confirmed.id === variant.id) return { kind: 'known', pattern, variant: confirmed, episode };
  const own = addEpisode(drafted, confirmed.id, transaction);
  return { kind: 'split', pattern, variant: confirmed, episode: own.episode };
}

function holding({ trust, status, quarantined }: MemoryItem) {
  return { trust, holds: status === 'active' && !quarantined };
}

function wholesOf(reader: ItemReader, { body }: MemoryItem) {
  const variant = body?.kind === 'episode' ? reader.item(body.variantId) : undefined;
  const pattern = variant?.body?.kind === 'variant' ? reader.item(variant.body.patternId) : undefined;
  return variant === undefined || pattern === undefined ? undefined : { variant, pattern };
}

function recordNew(drafts: DraftedFailureItems, transaction: MemoryTransaction): Recorded {
  const { told, variant, pattern } = drafts;
  const { scope } = variant;
  const exactVariant = transaction.itemByFingerprint(scope, variant.fingerprint);
  const exactPattern = transaction.itemByFingerprint(scope, pattern.fingerprint);
  const known = exactPattern === undefined ? { scope } : { scope, exactPattern };
  const plan: RecordingPlan =
    exactVariant === undefined
      ? planRecording({
          told,
          exactPatternId: exactPattern?.id,
          known: findKnownVariants(transaction, told, known),
        })
      : { kind: 'attach', variantId: ownerOf(transaction, exactVariant).id };
  return plan.kind === 'attach'
    ? attach(drafts, plan.variantId, transaction)
    : add(drafts, plan, transaction);
}

/** Adds an episode to a known variant, which is then found by this episode's wording too. */
function attach(drafts: DraftedFailureItems, variantId: ItemId, transaction: MemoryTransaction): Recorded {
  const known = transaction.item(variantId) ?? drafts.variant;
  const variant = confirmVariant(known, drafts.variant, transaction, drafts.episode);
  const { episode, isNew } = addEpisode(drafts.episode, variant.id, transaction);
  const pattern = wholesOf(transaction, episode)?.pattern ?? drafts.pattern;
  const kind = variant.id !== known.id ? 'split' : isNew ? 'attached' : 'known';
  return { kind, pattern, variant, episode };
}

function addEpisode(drafted: MemoryItem, variantId: ItemId, transaction: MemoryTransaction) {
  const owned = dependOn(drafted, variantId);
  const isTold = transaction.itemByFingerprint(owned.scope, owned.fingerprint) !== undefined;
  // The same was told in other words, or of a variant turned down; there is one fingerprint in a scope.
  const episode = isTold ? { ...owned, fingerprint: fingerprintOf([owned.fingerprint, variantId]) } : owned;
  const known = transaction.itemByFingerprint(episode.scope, episode.fingerprint);
  if (known !== undefined) return { episode: known, isNew: false };
  transaction.putItem(episode, new Map());
  return { episode, isNew: true };
}

function add(
  drafts: DraftedFailureItems,
  plan: Exclude<RecordingPlan, { readonly kind: 'attach' }>,
  transaction: MemoryTransaction,
): Recorded {
  const knownPattern =
    plan.kind === 'create' || plan.patternId === undefined ? undefined : transaction.item(plan.patternId);
  const pattern = knownPattern ?? drafts.pattern;
  if (knownPattern === undefined) transaction.putItem(pattern, new Map());
  const owned = dependOn(drafts.variant, pattern.id);
  const variant = plan.kind === 'doubt' ? withDoubt(owned, plan.doubt) : owned;
  transaction.putItem(variant, itemTerms(variant));
  const { episode } = addEpisode(drafts.episode, variant.id, transaction);
  const kind = plan.kind === 'doubt' ? 'needs_review' : knownPattern === undefined ? 'created' : 'split';
  return { kind, pattern, variant, episode };
}

/**
 * A known variant after it is told again. A repeat does not decide a variant that waits for a person, or gave way to
 * another. A person who repeats a variant that was turned down gets a variant of their own.
 */
function confirmVariant(
  known: MemoryItem,
  again: MemoryItem,
  transaction: MemoryTransaction,
  episode?: MemoryItem,
): MemoryItem {
  const isUndecided = known.body?.kind === 'variant' && known.body.doubt !== undefined;
  if (isUndecided || known.status === 'superseded') return known;
  if (known.fingerprint !== again.fingerprint) return noteEpisode(known, again, transaction, episode);
  const confirmation = confirmItem(known, again, isTurnedDown(transaction, known, again.updatedAtMs));
  if (confirmation.kind === 'ignored') return known;
  if (confirmation.kind === 'confirmed') return putVariant(confirmation.item, transaction, episode);
  transaction.putItem(confirmation.retired, itemTerms(confirmation.retired));
  const patternId = known.body?.kind === 'variant' ? known.body.patternId : undefined;
  return putVariant(patternId === undefined ? again : dependOn(again, patternId), transaction);
}

/** Notes a known fix told in other words, or for other output, as an episode: the known text and its trust stay. */
function noteEpisode(
  known: MemoryItem,
  again: MemoryItem,
  transaction: MemoryTransaction,
  episode: MemoryItem | undefined,
): MemoryItem {
  const isHeard = known.status === 'active' && isTrustedAs(again.trust, known.trust);
  if (!isHeard) return known;
  return putVariant(refreshItem(known, again), transaction, episode);
}

/** @param episode by whose error lines it is found from now on, too */
function putVariant(item: MemoryItem, transaction: MemoryTransaction, episode?: MemoryItem): MemoryItem {
  const failure = failureOf(episode?.body);
  const variant =
    item.body?.kind === 'variant' && failure !== undefined
      ? { ...item, body: noteEvidence(item.body, failure) }
      : item;
  transaction.putItem(variant, itemTerms(variant));
  return variant;
}

function withDoubt(variant: MemoryItem, doubt: VariantDoubt): MemoryItem {
  if (variant.body?.kind !== 'variant') return variant;
  const contradicts = { id: doubt.variantId, relation: 'contradicts' } as const;
  return {
    ...variant,
    quarantined: true,
    body: { ...variant.body, doubt },
    relatedItems:
      doubt.kind === 'contradiction' ? [...variant.relatedItems, contradicts] : variant.relatedItems,
  };
}
