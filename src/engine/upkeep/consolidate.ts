import { standingOf } from '../../feedback/standing.ts';
import { fingerprintOf, identityOf } from '../../lessons/prepare-item.ts';
import { isExpired, mayLast, onceLayers, onceTypes, ttlDaysOf } from '../../lifecycle/expiry.ts';
import { findClusters } from '../../lifecycle/find-clusters.ts';
import type {
  ConsolidationSettings,
  ForgettingSettings,
  PromotionSettings,
} from '../../lifecycle/options.ts';
import { saysTheSame, summariseCluster } from '../../lifecycle/summarise-cluster.ts';
import type { MadeSummary } from '../../model/answers/item-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import type { ItemType, MemoryItem } from '../../model/memory-item.ts';
import { isTrustedAs, leastTrust, type Scope } from '../../model/provenance.ts';
import type { ItemReader, MemoryStore, MemoryTransaction } from '../../ports/memory-store.ts';
import { redact } from '../../redaction/redact.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { polarityOf } from '../../text/statements/denial.ts';
import { type RememberDependencies, withTokenCost } from '../memory/draft-item.ts';

export interface ConsolidationDependencies extends Pick<RememberDependencies, 'store' | 'random' | 'tokens'> {
  readonly settings: ForgettingSettings &
    PromotionSettings & { readonly v3: { readonly consolidation: ConsolidationSettings } };
}

/**
 * Groups of similar memories of one scope, type, trust and commit, none denying another. Yields nothing between short steps.
 */
export function* denseGroups(
  items: readonly MemoryItem[],
  { likeness, minimumFragments: minimum }: ConsolidationSettings,
): Generator<void, readonly (readonly MemoryItem[])[]> {
  const alike = Map.groupBy(items.filter(isFragment), ({ type, trust, learnedAt = '', title, content }) =>
    [type, trust, learnedAt, polarityOf(`${title}\n${content}`)].join('/'),
  );
  const groups: (readonly MemoryItem[])[] = [];
  for (const group of alike.values()) groups.push(...(yield* findClusters(group, { likeness, minimum })));
  return groups;
}

/**
 * Whether a memory may be summarised. Not a memory that contradicts, waits for a person or holds for a time; nor one
 * that a person vouched for, which was for this very text; nor one whose summary a user forgot, which would be made
 * again.
 */
function isFragment(item: MemoryItem): boolean {
  return (
    mayLast(item) &&
    !item.keptApart &&
    !isTrustedAs(item.trust, 'verified') &&
    item.validFromMs === undefined &&
    item.relatedItems.every(({ relation }) => relation !== 'contradicts' && relation !== 'may_supersede')
  );
}

interface HoldingTerms {
  readonly nowMs: number;
  readonly settings: ForgettingSettings;
}

/** All memories of a scope that may be summarised. */
export function fragmentsIn(store: MemoryStore, scope: Scope, terms: HoldingTerms): readonly MemoryItem[] {
  return store.read((reader) => {
    const fragments = reader
      .items({
        ...{ scopes: [scope], kinds: ['lesson'], statuses: ['active'], quarantined: false },
        ...{ layers: onceLayers, types: onceTypes },
      })
      .filter(isFragment);
    return holding(reader, fragments, terms).filter((fragment) => !wasSummaryRejected(reader, fragment));
  });
}

/** Memories that have not expired and that no outcome speaks against: a summary would revive others. */
function holding(
  reader: Pick<ItemReader, 'outcomesAbout'>,
  items: readonly MemoryItem[],
  { nowMs, settings }: HoldingTerms,
): readonly MemoryItem[] {
  const outcomesBy = reader.outcomesAbout(items.map(({ id }) => id));
  return items.filter((item) => {
    const { outcomes } = standingOf(outcomesBy.get(item.id) ?? [], { nowMs, memory: item });
    const isDoubted = (outcomes.rejected ?? 0) + (outcomes.false_positive ?? 0) > 0;
    return !isDoubted && !isExpired(item, { nowMs, settings, outcomes });
  });
}

/** Whether a person turned down a summary of it once, and would have to do so again. */
function wasSummaryRejected(reader: Pick<ItemReader, 'itemsRelatedTo'>, { id }: MemoryItem): boolean {
  return reader
    .itemsRelatedTo(id, 'supersedes')
    .some(({ status, archivedFor }) => status === 'archived' && archivedFor === undefined);
}

/** Counts tokens only where the length is within this factor of the limit, since most groups save far too little. */
const mostCharactersPerShare = 1.5;

/** Puts notes that are alike into other words; undefined where that cannot be had. */
export type RewordNotes = (notes: readonly string[]) => Promise<string | undefined>;

/** Returns a group's passages, newest first, and their summary in their own words, where that saves enough. */
export function summariseGroup(
  group: readonly MemoryItem[],
  { minimumSaving }: Pick<ConsolidationSettings, 'minimumSaving'>,
) {
  const fragments = group.toSorted((a, b) => b.updatedAtMs - a.updatedAtMs || (a.id < b.id ? -1 : 1));
  const notes = fragments.map(({ content }) => content);
  const text = summariseCluster(fragments);
  return { fragments, notes, text: savesEnough(text, notes, minimumSaving) ? text : undefined };
}

/**
 * Replaces a group by a summary, if that saves enough, in one transaction, which is undone if a fragment was changed or
 * forgotten meanwhile. Returns the summary.
 * @param reword asked where the passages themselves save too little; its text is kept if it says the same
 */
export async function consolidateGroup(
  group: readonly MemoryItem[],
  nowMs: number,
  { store, random, tokens, settings }: ConsolidationDependencies,
  reword?: RewordNotes,
): Promise<MadeSummary | undefined> {
  const { consolidation } = settings.v3;
  const { fragments, notes, text: own } = summariseGroup(group, consolidation);
  const text = own ?? (await reword?.(notes));
  const isKept =
    own !== undefined ||
    (text !== undefined && saysTheSame(text, notes) && savesEnough(text, notes, consolidation.minimumSaving));
  if (text === undefined || !isKept) return undefined;
  const drafted = draftSummary(fragments, { id: random.uuid() as ItemId, text, nowMs, settings });
  const summary = await withTokenCost(drafted, tokens);
  const isDone = await store.transact(
    (transaction) =>
      holding(transaction, fragments, { nowMs, settings }).length === fragments.length &&
      replaceFragments(transaction, fragments, summary),
  );
  if (!isDone) return undefined;
  const { id, title } = summary;
  const [tokensBefore, tokensAfter] = [tokensOfAll(notes), estimateTokens(text)];
  const made = { id, title, fragments: fragments.length, tokensBefore, tokensAfter };
  return own === undefined ? { ...made, byModel: true } : made;
}

function savesEnough(text: string, notes: readonly string[], minimumSaving: number): boolean {
  const longest = (1 - minimumSaving) * mostCharactersPerShare;
  if (text.length > longest * notes.reduce((sum, note) => sum + note.length, 0)) return false;
  return estimateTokens(text) <= (1 - minimumSaving) * tokensOfAll(notes);
}

function tokensOfAll(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}

function replaceFragments(
  transaction: MemoryTransaction,
  fragments: readonly MemoryItem[],
  summary: MemoryItem,
): boolean {
  if (transaction.itemByFingerprint(summary.scope, summary.fingerprint) !== undefined) return false;
  const isAsRead = (fragment: MemoryItem): boolean => {
    const now = transaction.item(fragment.id);
    return (
      now !== undefined &&
      isFragment(now) &&
      now.content === fragment.content &&
      now.updatedAtMs === fragment.updatedAtMs &&
      now.trust === fragment.trust
    );
  };
  if (!fragments.every(isAsRead)) return false;
  transaction.putItem(summary, itemTerms(summary));
  for (const fragment of fragments)
    transaction.updateItem({
      ...fragment,
      status: 'archived',
      archivedFor: 'summary',
      supersededById: summary.id,
    });
  return true;
}

/** Origin of summaries; `forget --origin maintain` undoes all of them. */
const summaryOrigin = 'maintain';

interface SummaryTerms {
  readonly id: ItemId;
  /** The passages of the fragments (`summariseCluster`). */
  readonly text: string;
  readonly nowMs: number;
  readonly settings: ForgettingSettings;
}

/**
 * One memory with the content of several, newest first: with the least trust among them, linked to all, as old as the newest.
 * Its card is not counted yet.
 */
function draftSummary(
  fragments: readonly MemoryItem[],
  { id, text, nowMs, settings }: SummaryTerms,
): MemoryItem {
  const [newest] = fragments as readonly [MemoryItem, ...MemoryItem[]];
  const content = redact(text);
  const type: ItemType = newest.type === 'failure' ? 'failure' : 'project_fact';
  const ttlDays = ttlDaysOf(type, settings);
  const principals = new Set(fragments.map(({ principal }) => principal));
  const latest = (times: readonly (number | undefined)[]) => Math.max(...times.map((time) => time ?? 0));
  const lastAccessedAtMs = latest(fragments.map((fragment) => fragment.lastAccessedAtMs));
  return {
    id,
    scope: newest.scope,
    layer: 'semantic',
    type,
    title: redact(`${newest.title} (and ${fragments.length - 1} like it)`),
    content,
    tags: [...new Set(fragments.flatMap(({ tags }) => tags))],
    source: summaryOrigin,
    confidence: Math.min(...fragments.map(({ confidence }) => confidence)),
    salience: Math.max(...fragments.map(({ salience }) => salience)),
    ...(ttlDays === undefined ? {} : { ttlDays }),
    createdAtMs: nowMs,
    updatedAtMs: latest(fragments.map(({ updatedAtMs }) => updatedAtMs)),
    accessCount: fragments.reduce((sum, { accessCount }) => sum + accessCount, 0),
    ...(lastAccessedAtMs > 0 ? { lastAccessedAtMs } : {}),
    references: [...new Set(fragments.flatMap(({ references }) => references))],
    fingerprint: fingerprintOf(identityOf(type, content, undefined)),
    status: 'active',
    relatedItems: [
      ...fragments.map((fragment) => ({ id: fragment.id, relation: 'supersedes' }) as const),
      ...fragments.flatMap(({ relatedItems }) => relatedItems),
    ],
    origin: summaryOrigin,
    principal: principals.size === 1 ? newest.principal : summaryOrigin,
    trust: leastTrust(fragments.map(({ trust }) => trust)),
    quarantined: false,
    anchors: fragments.flatMap(({ anchors }) => anchors),
    ...(newest.learnedAt === undefined ? {} : { learnedAt: newest.learnedAt }),
    tokenCost: 0,
    extra: {},
  };
}
