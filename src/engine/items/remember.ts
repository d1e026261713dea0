import { compileCard } from '../../cards/compile-card.ts';
import { confirmItem } from '../../lessons/confirm-item.ts';
import { prepareItem, typeOf } from '../../lessons/prepare-item.ts';
import { ttlDaysOf } from '../../lifecycle/expiry.ts';
import type { LifecycleSettings } from '../../lifecycle/options.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { FailureReport } from '../../model/failure.ts';
import type { ItemId, ItemType, MemoryItem } from '../../model/memory-item.ts';
import type { RememberedItem } from '../../model/recollection.ts';
import { globalScope, type Scope, scopeOf } from '../../model/scope.ts';
import type { Speaker } from '../../model/speaker.ts';
import { renderCard } from '../../packing/render-card.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import type { TokenCounter } from '../../ports/token-counter.ts';
import { profileFailure } from '../../query/profile-failure.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import type { RecallSurroundings } from '../recall/surroundings.ts';
import { type AnchoringSurroundings, anchorFiles } from './anchor-files.ts';

export interface RememberItemRequest {
  readonly content: string;
  readonly title?: string;
  readonly type?: ItemType;
  readonly scope?: 'repo' | 'user' | 'global';
  readonly tags?: readonly string[];
  readonly files?: readonly string[];
  readonly failure?: FailureReport;
  readonly speaker: Speaker;
}

export interface RememberSurroundings
  extends Omit<RecallSurroundings, 'settings'>,
    Pick<AnchoringSurroundings, 'openParser'> {
  readonly tokens: TokenCounter;
  readonly settings: LifecycleSettings;
}

const longestContent = 1_000_000;

/**
 * What was said → an item, redacted and bound to its origin → anchors → its card, counted → one transaction: a memory of
 * the same fingerprint is confirmed, any other is added along with its terms.
 *
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND, and the store's errors
 */
export async function remember(
  request: RememberItemRequest,
  surroundings: RememberSurroundings,
): Promise<RememberedItem> {
  requireContent(request.content);
  const { item: draft, redactedSecrets } = await draftItem(request, surroundings);
  const item = await withTokenCost(draft, surroundings.tokens);
  return await surroundings.store.transact((transaction) => ({
    ...upsert(item, transaction),
    redactedSecrets,
  }));
}

async function draftItem(request: RememberItemRequest, surroundings: RememberSurroundings) {
  const { content, title, type, tags = [], files = [], failure, speaker } = request;
  const { clock, random, worktree } = surroundings;
  const learnedAt = await surroundings.ancestry.head();
  const anchored = await anchorFiles(files, surroundings);
  const prepared = prepareItem({
    id: random.uuid() as ItemId,
    content,
    ...(title === undefined ? {} : { title }),
    ...(type === undefined ? {} : { type }),
    scope: scopeFor(request, surroundings),
    tags,
    references: anchored.map(({ path }) => path),
    anchors: anchored,
    ...(failure === undefined
      ? {}
      : { failure: profileFailure(worktree === undefined ? failure : { worktree, ...failure }) }),
    ...(failure?.command === undefined ? {} : { command: failure.command }),
    ...(learnedAt === undefined ? {} : { learnedAt }),
    speaker,
    nowMs: clock.nowMs(),
  });
  const ttlDays = ttlDaysOf(typeOf(prepared.item), surroundings.settings);
  return ttlDays === undefined ? prepared : { ...prepared, item: { ...prepared.item, ttlDays } };
}

function upsert(item: MemoryItem, transaction: MemoryTransaction): Pick<RememberedItem, 'kind' | 'item'> {
  const known = transaction.itemByFingerprint(item.scope, item.fingerprint);
  if (known === undefined) {
    transaction.putItem(item, itemTerms(item));
    return { kind: item.quarantined ? 'quarantined' : 'added', item };
  }
  const confirmed = confirmItem(known, item);
  if (confirmed !== known) transaction.putItem(confirmed, itemTerms(confirmed));
  return { kind: confirmed.quarantined ? 'quarantined' : 'known', item: confirmed };
}

/** What its card will cost is counted once, here: a hook has no time for it. */
export async function withTokenCost(item: MemoryItem, tokens: TokenCounter): Promise<MemoryItem> {
  const card = compileCard({ item, outcomes: {}, utility: 0 });
  return { ...item, tokenCost: (await tokens.count(renderCard(card))) + outcomeTokens };
}

/** Room for what a card will say of outcomes (`helped 12 times since`), which are not known yet. */
const outcomeTokens = 12;

function scopeFor(
  { scope = 'repo', speaker }: RememberItemRequest,
  surroundings: RememberSurroundings,
): Scope {
  if (scope === 'global') return globalScope;
  if (scope === 'user') {
    const own = surroundings.scopes.find((candidate) => candidate.startsWith('user:'));
    return own ?? scopeOf('user', speaker.name);
  }
  if (surroundings.repositoryId !== undefined) return scopeOf('repo', surroundings.repositoryId);
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    'There is no repository to remember this for. Run it inside one, or choose the scope user or global.',
  );
}

function requireContent(content: string): void {
  if (content.trim() === '') {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'There is nothing to remember: the text is empty. Say what to know, or what made a failure go away.',
    );
  }
  if (content.length <= longestContent) return;
  throw new AfterwitError(
    'TEXT_TOO_LARGE',
    `The text has ${content.length} characters; a memory holds at most ${longestContent}. Remember what matters of it, and name the file that has the rest.`,
    { data: { characters: content.length, limit: longestContent } },
  );
}
