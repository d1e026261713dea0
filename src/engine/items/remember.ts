import { confirmItem } from '../../lessons/confirm-item.ts';
import type { ContradictionSettings } from '../../lessons/options.ts';
import { draftPreference } from '../../lessons/prepare-item.ts';
import type { FailureDetails } from '../../model/answers/failure-answers.ts';
import type { RememberedItem } from '../../model/answers/item-answers.ts';
import { invalidArgument } from '../../model/errors.ts';
import type { FailureReport } from '../../model/failure.ts';
import type { Stance } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { isTurnedDown } from '../decisions/give-feedback.ts';
import { recordFailure } from '../failures/record-failure.ts';
import { type DraftRequest, draftItem, type RememberDependencies } from '../memory/draft-item.ts';
import { isVersion, ownerOf } from '../memory/find-item.ts';
import { requireScope } from '../memory/where-it-holds.ts';
import { type LinkedSuccession, linkSuccession } from './link-succession.ts';
import { draftHardRule, putItem } from './review-request.ts';

export interface RememberItemRequest
  extends Pick<DraftRequest, 'content' | 'title' | 'type' | 'scope' | 'tags' | 'files' | 'speaker'> {
  /** The failure that the content resolves. */
  readonly failure?: FailureReport | undefined;
  /** Facts of the failure beyond its output. */
  readonly details?: FailureDetails | undefined;
  /** The way of doing things that a preference is about. */
  readonly strategy?: { readonly stance: Stance; readonly words: string } | undefined;
  /** It stops calls of an agent's tools: changes of its files, and this command. */
  readonly hard?: { readonly command?: string | undefined } | undefined;
}

/**
 * Text → redacted item with its origin → anchors → token cost of its card → one transaction: a memory with the same
 * fingerprint is confirmed, otherwise the item is added with its terms. A request with a failure is recorded as a known
 * failure.
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND, and the store's errors
 */
export async function remember(
  request: RememberItemRequest,
  dependencies: RememberDependencies,
): Promise<RememberedItem> {
  const { failure, details, strategy, hard, content, ...said } = request;
  requireOneSubject(request);
  if (failure !== undefined) {
    const { kind, variant, redactedSecrets } = await recordFailure(
      { ...said, fix: content, failure, details },
      dependencies,
    );
    const isNew = kind === 'created' || kind === 'split';
    return {
      kind: variant.quarantined ? 'quarantined' : isNew ? 'added' : 'known',
      item: variant,
      redactedSecrets,
    };
  }
  const preference = strategy && {
    type: 'preference' as const,
    ...draftPreference(strategy.stance, strategy.words),
  };
  const rule = hard && hardRule({ ...said, ...hard }, dependencies);
  const drafted = { content, ...said, ...preference, ...rule };
  const { item, redactedSecrets } = await draftItem(drafted, dependencies);
  const remembered = await dependencies.store.transact((transaction) =>
    upsertItem(item, transaction, dependencies.settings.v3.contradiction),
  );
  const { supersedes = [], maySupersede = [] } = remembered;
  dependencies.tellMetrics?.({
    'memory.v3.items.superseded': supersedes.length,
    'memory.v3.contradiction.detected': supersedes.length + maySupersede.length,
  });
  return { ...remembered, redactedSecrets };
}

/** A hard rule is about files whatever becomes of them, so it has no anchor, which would hold for today's content. */
function hardRule(
  {
    command,
    files = [],
    speaker,
  }: Pick<DraftRequest, 'files' | 'speaker'> & { readonly command?: string | undefined },
  { files: working }: Pick<RememberDependencies, 'files'>,
) {
  const references = files.map((name) => (working?.relative(name) ?? name).replace(/\/+$/, ''));
  return {
    type: 'constraint' as const,
    body: draftHardRule({ command, files }, speaker),
    files: [],
    references,
  };
}

function requireOneSubject({ failure, details, strategy, type, hard }: RememberItemRequest): void {
  if (
    hard !== undefined &&
    (failure ?? strategy ?? (type === 'constraint' ? undefined : type)) !== undefined
  ) {
    throw invalidArgument(
      'A hard rule is a constraint, so it cannot have a failure, a strategy or another type. Remember the two separately.',
    );
  }
  if (details !== undefined && failure === undefined) {
    throw invalidArgument(
      'Details describe a failure, but none is given. Give the failure too: its command, its output, or both.',
    );
  }
  if (strategy === undefined) return;
  if (failure === undefined && (type === undefined || type === 'preference')) return;
  throw invalidArgument(
    'A preferred or avoided strategy is a preference, so it cannot have a failure or another type. Remember the two separately.',
  );
}

function upsertItem(
  item: MemoryItem,
  transaction: MemoryTransaction,
  settings: ContradictionSettings,
): Pick<RememberedItem, 'kind' | 'item' | 'supersedes' | 'maySupersede'> {
  requireScope(transaction, item.scope);
  const known = transaction.itemByFingerprint(item.scope, item.fingerprint);
  if (known === undefined) {
    putItem(transaction, item);
    return {
      kind: item.quarantined ? 'quarantined' : 'added',
      ...described(linkSuccession(item, transaction, { settings })),
    };
  }
  // Only a person may say anew the earlier text of a memory that a person reworded.
  if (isVersion(known) && item.trust !== 'user') return { kind: 'known', item: ownerOf(transaction, known) };
  const confirmation = confirmItem(known, item, isTurnedDown(transaction, known, item.updatedAtMs));
  if (confirmation.kind === 'ignored')
    return { kind: known.quarantined ? 'quarantined' : 'known', item: known };
  if (confirmation.kind === 'replaced') {
    putItem(transaction, confirmation.retired);
    putItem(transaction, item);
    return { kind: 'added', ...described(linkSuccession(item, transaction, { settings })) };
  }
  putItem(transaction, confirmation.item);
  const { quarantined, updatedAtMs: saidAtMs } = confirmation.item;
  const terms = { settings, saidAtMs, saidBeforeMs: known.updatedAtMs };
  return {
    kind: quarantined ? 'quarantined' : 'known',
    ...described(linkSuccession(confirmation.item, transaction, terms)),
  };
}

function described({ item, superseded, doubtful }: LinkedSuccession) {
  return {
    item,
    ...(superseded.length === 0 ? {} : { supersedes: superseded }),
    ...(doubtful.length === 0 ? {} : { maySupersede: doubtful }),
  };
}
