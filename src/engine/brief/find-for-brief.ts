import { type BriefType, briefTypes } from '../../model/answers/recollection.ts';
import type { ItemId } from '../../model/brands.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { queryTerms } from '../../retrieval/item-terms.ts';
import type { RetrievalSettings } from '../../retrieval/options.ts';
import {
  foundOtherwise,
  type ItemCandidate,
  leastRelevance,
  type RankedItems,
  rankItems,
} from '../../retrieval/rank-items.ts';
import { namesPath } from '../../text/path-role.ts';
import { placeSuccessors, withSuccessors } from '../recall/find-candidates.ts';
import { ruleFolderOf } from '../rules/rule-files.ts';

/** Most items read of a kind, the latest. */
const mostOfKind = 1_000;

/** Planned work, for the search. */
interface PlannedWork {
  /** Without secrets; empty where nothing was said. */
  readonly words: string;
  /** Paths from the top of the repository. */
  readonly files: readonly string[];
}

interface KnownRequest {
  readonly reader: ItemReader;
  readonly scopes: readonly Scope[];
  readonly settings: RetrievalSettings;
  /** Memories that share words with the plan, of every kind: fixes are found among them and left out. */
  readonly mostFound: number;
}

export interface KnownForBrief {
  readonly candidates: readonly ItemCandidate[];
  /** Number of all known memories of these kinds. */
  readonly knownCount: number;
  readonly rarityOf: RankedItems['rarityOf'];
}

/** Lists all memories that hold and that plans must heed; of a plan in words or files, those about it. */
export function listKnown(
  work: PlannedWork,
  { reader, scopes, settings, mostFound }: KnownRequest,
): KnownForBrief {
  const known = briefTypes.flatMap((type) =>
    reader.items({ ...listed(type, scopes), statuses: ['active'], quarantined: false, limit: mostOfKind }),
  );
  const knownCount = known.length;
  const terms = queryTerms(work.words, undefined);
  const { candidates: ranked, rarityOf } = rankItems({
    ...{ reader, scopes, terms, settings },
    files: work.files,
    limit: mostFound,
  });
  if (work.words === '' && work.files.length === 0)
    return { candidates: known.map((item) => asCandidate(item, false)), knownCount, rarityOf };
  const near = ranked.filter(({ relevance }) => relevance >= leastRelevance);
  const byWords = withSuccessors(near.filter(isOfBrief), reader).filter(isOfBrief);
  const aboutFiles = known
    .filter((item) => work.files.some((path) => isAbout(item, path)))
    .map((item) => asCandidate(item, true));
  const taken = new Set(aboutFiles.map(({ item }) => item.id));
  const candidates = [...aboutFiles, ...byWords.filter(({ item }) => !taken.has(item.id))];
  return { candidates, knownCount, rarityOf };
}

/** How many of these kinds wait for a person. */
export function countWaiting(reader: Pick<ItemReader, 'countItems'>, scopes: readonly Scope[]): number {
  return reader.countItems({
    scopes,
    kinds: ['lesson'],
    types: briefTypes,
    statuses: ['active'],
    quarantined: true,
  });
}

/**
 * Whether a memory is about a file: it is anchored there, refers to it, names it, or stands in the rule file of its folder or
 * one above. A rule is not about the file that it stands in.
 */
function isAbout(item: MemoryItem, path: string): boolean {
  const { anchors, references, content, principal } = item;
  const folder = ruleFolderOf(item) ?? '';
  const isOwnFile = (named: string) => principal === `file:${named}`;
  return (
    anchors.some((anchor) => anchor.path === path && !isOwnFile(path)) ||
    references.some((reference) => reference === path && !isOwnFile(path)) ||
    (folder !== '' && path.startsWith(folder)) ||
    namesPath(content, path)
  );
}

function listed(type: BriefType, scopes: readonly Scope[]) {
  return { scopes, kinds: ['lesson'], types: [type] } as const;
}

function isOfBrief({ item }: Pick<ItemCandidate, 'item'>): boolean {
  return (
    briefTypes.some((type) => type === item.type) &&
    item.body?.kind !== 'variant' &&
    !item.quarantined &&
    item.status !== 'archived'
  );
}

/** A memory that holds for all work fits any plan. */
function asCandidate(item: MemoryItem, aboutWork: boolean): ItemCandidate {
  const how = aboutWork ? 'it is about a file of the plan' : 'it holds for all work here';
  return { ...foundOtherwise(item, how), relevance: 1, aboutWork };
}

const dayMs = 86_400_000;

export interface BriefGroup<Candidate> {
  readonly type: (typeof briefTypes)[number];
  readonly candidates: readonly Candidate[];
}

/**
 * Orders by kind, in each the newest first. Above kinds, an agent's own words come last, and rules of a folder come after
 * those that hold everywhere. Rules read on one day keep the order of their files. A replaced memory stands right after its
 * successor.
 */
export function orderBrief<Candidate extends { readonly item: MemoryItem }>(
  candidates: readonly Candidate[],
): readonly BriefGroup<Candidate>[] {
  const placed = placeSuccessors(candidates.toSorted((a, b) => compare(a.item, b.item)));
  const typeOf = new Map<ItemId, string>();
  for (const { item } of placed) {
    const successor = item.supersededById === undefined ? undefined : typeOf.get(item.supersededById);
    typeOf.set(item.id, successor ?? item.type);
  }
  return briefTypes.map((type) => ({
    type,
    candidates: placed.filter(({ item }) => typeOf.get(item.id) === type),
  }));
}

function compare(a: MemoryItem, b: MemoryItem): number {
  return (
    Number(isOnlySaid(a)) - Number(isOnlySaid(b)) ||
    Number(isOfFolder(a)) - Number(isOfFolder(b)) ||
    dayOf(b) - dayOf(a) ||
    Number(isOfFile(a)) - Number(isOfFile(b)) ||
    (isOfFile(a) ? a.createdAtMs - b.createdAtMs : b.updatedAtMs - a.updatedAtMs)
  );
}

function isOfFile(item: MemoryItem): boolean {
  return ruleFolderOf(item) !== undefined;
}

function isOfFolder(item: MemoryItem): boolean {
  return (ruleFolderOf(item) ?? '') !== '';
}

function dayOf({ updatedAtMs }: MemoryItem): number {
  return Math.floor(updatedAtMs / dayMs);
}

function isOnlySaid({ trust }: MemoryItem): boolean {
  return trust === 'agent' || trust === 'untrusted';
}
