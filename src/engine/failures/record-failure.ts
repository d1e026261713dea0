import { noteEvidence } from '../../failures/recording/note-evidence.ts';
import { planRecording, type RecordingPlan } from '../../failures/recording/plan-recording.ts';
import { confirmItem } from '../../lessons/confirm-item.ts';
import type { VariantDoubt } from '../../model/failure-bodies.ts';
import type { ItemId, MemoryItem } from '../../model/memory-item.ts';
import { failureOf, type RecordedFailure } from '../../model/recorded-failure.ts';
import { isTrustedAs } from '../../model/trust.ts';
import type { ItemReader } from '../../ports/item-store.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import type { RememberDependencies } from '../items/draft-item.ts';
import {
  type DraftedFailureItems,
  draftFailureItems,
  type RecordFailureRequest,
} from './draft-failure-items.ts';
import { dependOn } from './failure-parts.ts';
import { findKnownVariants } from './find-known-variants.ts';

type Recorded = Omit<RecordedFailure, 'redactedSecrets'>;

/**
 * Report of a failure → pattern, variant and episode → one transaction: an identical earlier record is confirmed;
 * otherwise the draft is compared with known variants, planned, and written.
 *
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND, and the store's errors
 */
export async function recordFailure(
  request: RecordFailureRequest,
  dependencies: RememberDependencies,
): Promise<RecordedFailure> {
  const drafts = await draftFailureItems(request, dependencies);
  return await dependencies.store.transact((transaction) => ({
    ...(recordAgain(drafts, transaction) ?? recordNew(drafts, transaction)),
    redactedSecrets: drafts.redactedSecrets,
  }));
}

/** Confirms an identical earlier record. Undefined when there is none, or when only parts of it are left. */
function recordAgain(
  { variant: told, episode: drafted }: DraftedFailureItems,
  transaction: MemoryTransaction,
) {
  const episode = transaction.itemByFingerprint(drafted.scope, drafted.fingerprint);
  const found = episode && wholesOf(transaction, episode);
  if (episode === undefined || found === undefined) return undefined;
  const { variant, pattern } = found;
  const confirmed = confirmVariant(variant, told, transaction);
  return { kind: 'known', pattern, variant: confirmed, episode } satisfies Recorded;
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
          ...(exactPattern === undefined ? {} : { exactPatternId: exactPattern.id }),
          known: findKnownVariants(transaction, told, known),
        })
      : { kind: 'attach', variantId: exactVariant.id };
  return plan.kind === 'attach'
    ? attach(drafts, plan.variantId, transaction)
    : add(drafts, plan, transaction);
}

/** Adds an episode to a known variant, which is then found by this episode's wording too. */
function attach(drafts: DraftedFailureItems, variantId: ItemId, transaction: MemoryTransaction): Recorded {
  const known = transaction.item(variantId) ?? drafts.variant;
  const episode = dependOn(drafts.episode, known.id);
  transaction.putItem(episode, new Map());
  const variant = confirmVariant(known, drafts.variant, transaction, episode);
  const pattern = wholesOf(transaction, episode)?.pattern ?? drafts.pattern;
  return { kind: 'attached', pattern, variant, episode };
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
  const episode = dependOn(drafts.episode, variant.id);
  transaction.putItem(episode, new Map());
  const kind = plan.kind === 'doubt' ? 'needs_review' : knownPattern === undefined ? 'created' : 'split';
  return { kind, pattern, variant, episode };
}

/**
 * The variant after a repeated report. A repetition does not decide a variant that waits for a person or was
 * superseded. A speaker with less trust than the variant changes nothing.
 */
function confirmVariant(
  known: MemoryItem,
  again: MemoryItem,
  transaction: MemoryTransaction,
  episode?: MemoryItem,
): MemoryItem {
  const isUndecided = known.body?.kind === 'variant' && known.body.doubt !== undefined;
  const isHeard = !isUndecided && known.status !== 'superseded' && isTrustedAs(again.trust, known.trust);
  if (!isHeard) return known;
  const confirmed = confirmItem(known, again);
  const failure = failureOf(episode?.body);
  const body =
    confirmed.body?.kind === 'variant' && failure !== undefined
      ? noteEvidence(confirmed.body, failure)
      : confirmed.body;
  const variant = body === undefined ? confirmed : { ...confirmed, body };
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
