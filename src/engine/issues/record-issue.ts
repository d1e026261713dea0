import { draftIssue } from '../../issues/draft-issue.ts';
import { confirmItem } from '../../lessons/confirm-item.ts';
import type { PreparedItem } from '../../lessons/prepare-item.ts';
import type { FailureReport } from '../../model/failure.ts';
import type { IssueDetails, RecordedIssue } from '../../model/issue.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { profileFailure } from '../../query/profile-failure.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { type DraftRequest, draftItem, type RememberSurroundings } from '../items/draft-item.ts';

export interface RecordIssueRequest
  extends Pick<DraftRequest, 'title' | 'type' | 'scope' | 'tags' | 'files' | 'speaker'> {
  /** What made the failure go away. */
  readonly fix: string;
  readonly failure: FailureReport;
  readonly details?: IssueDetails;
}

/** The three items of an issue, not written yet. */
interface DraftedItems {
  readonly pattern: PreparedItem;
  readonly variant: PreparedItem;
  readonly episode: PreparedItem;
}

/**
 * What was told of a failure → its profile → pattern, variant and episode as items → one transaction: what is known
 * already is confirmed, the rest is added.
 *
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND, and the store's errors
 */
export async function recordIssue(
  request: RecordIssueRequest,
  surroundings: RememberSurroundings,
): Promise<RecordedIssue> {
  const drafts = await draftItems(request, surroundings);
  const redactedSecrets =
    drafts.pattern.redactedSecrets + drafts.variant.redactedSecrets + drafts.episode.redactedSecrets;
  return await surroundings.store.transact((transaction) => ({
    ...write(drafts, transaction),
    redactedSecrets,
  }));
}

async function draftItems(
  request: RecordIssueRequest,
  surroundings: RememberSurroundings,
): Promise<DraftedItems> {
  const { fix, failure: report, details = {}, files, ...said } = request;
  const { worktree } = surroundings;
  const { session } = request.speaker;
  const failure = profileFailure(worktree === undefined ? report : { worktree, ...report });
  const drafted = draftIssue({
    fix,
    failure,
    ...(report.command === undefined ? {} : { command: report.command }),
    details,
    ...(session === undefined ? {} : { session }),
  });
  const { speaker, scope, tags } = said;
  const shared = {
    speaker,
    ...(scope === undefined ? {} : { scope }),
    ...(tags === undefined ? {} : { tags }),
  };
  const pattern = await draftItem(
    {
      ...shared,
      content: drafted.pattern.symptom || fix,
      type: 'failure',
      layer: 'semantic',
      body: drafted.pattern,
      identity: drafted.patternIdentity,
    },
    surroundings,
  );
  const variant = await draftItem(
    {
      ...said,
      ...(files === undefined ? {} : { files }),
      content: fix,
      body: { ...drafted.variant, patternId: pattern.item.id },
      relatedItems: [{ id: pattern.item.id, relation: 'depends_on' }],
    },
    surroundings,
  );
  const episode = await draftItem(
    {
      ...shared,
      content: failure.excerpt || fix,
      type: 'failure',
      body: { ...drafted.episode, variantId: variant.item.id },
      identity: ['episode', variant.item.fingerprint, failure.excerpt, drafted.episode.command ?? ''],
      relatedItems: [{ id: variant.item.id, relation: 'depends_on' }],
    },
    surroundings,
  );
  return { pattern, variant, episode };
}

function write(drafts: DraftedItems, transaction: MemoryTransaction): Omit<RecordedIssue, 'redactedSecrets'> {
  const known = (item: MemoryItem) => transaction.itemByFingerprint(item.scope, item.fingerprint);
  const knownVariant = known(drafts.variant.item);
  const knownEpisode = known(drafts.episode.item);
  const knownPattern = known(drafts.pattern.item);
  const pattern = knownPattern ?? drafts.pattern.item;
  const variant =
    knownVariant === undefined
      ? dependOn(drafts.variant.item, pattern)
      : confirmItem(knownVariant, drafts.variant.item);
  const episode = knownEpisode ?? dependOn(drafts.episode.item, variant);
  if (knownPattern === undefined && knownVariant === undefined) transaction.putItem(pattern, new Map());
  if (variant !== knownVariant) transaction.putItem(variant, itemTerms(variant));
  if (knownEpisode === undefined) transaction.putItem(episode, new Map());
  const kind =
    knownEpisode !== undefined
      ? 'known'
      : knownVariant !== undefined
        ? 'attached'
        : knownPattern !== undefined
          ? 'split'
          : 'created';
  return { kind, pattern, variant, episode };
}

/** The item as a part of another: of the one that is known rather than the one that was drafted. */
function dependOn(item: MemoryItem, whole: MemoryItem): MemoryItem {
  const { body } = item;
  const owned =
    body?.kind === 'variant'
      ? { ...body, patternId: whole.id }
      : body?.kind === 'episode'
        ? { ...body, variantId: whole.id }
        : body;
  return {
    ...item,
    ...(owned === undefined ? {} : { body: owned }),
    relatedItems: [{ id: whole.id, relation: 'depends_on' }],
  };
}
