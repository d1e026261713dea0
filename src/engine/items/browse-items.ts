import { judgeAnchors } from '../../codebase/anchors.ts';
import { countOutcomes } from '../../feedback/standing.ts';
import {
  type Facet,
  type FacetName,
  facetNames,
  type ItemBrowse,
  type ItemHistory,
  type ItemLink,
  type ItemRow,
  type ItemVersion,
} from '../../model/answers/item-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import type { OutcomeKind } from '../../model/decision.ts';
import { type Freshness, freshnessLevels, kindOf, type MemoryItem } from '../../model/memory-item.ts';
import { scopeOf } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { WorkingFiles } from '../../ports/git-reader.ts';
import type { ItemFilter, ItemReader, ItemTally, ItemWindow, MemoryStore } from '../../ports/memory-store.ts';
import { findItem, isVersion, ownerOf, partsOf, versionsOf, wholeIdOf } from '../memory/find-item.ts';
import { withLoggedAccesses } from '../memory/merge-accesses.ts';
import { freshnessOf } from '../memory/where-it-holds.ts';

/** The filter of a list of memories. */
interface BrowseFilter extends Pick<ItemFilter, FacetName | 'text'> {
  readonly freshness?: readonly Freshness[] | undefined;
}

/**
 * A part of the memories that a filter finds, without their texts, and how many more each other choice would find.
 * @param fresh the memories that are about a place in the code, by how they stand to it. Default: none that is known
 */
export function browseItems(
  reader: ItemReader,
  { freshness, ...filter }: BrowseFilter,
  window: ItemWindow,
  fresh: ReadonlyMap<Freshness, readonly ItemId[]> = new Map(),
): ItemBrowse {
  const only = freshness?.flatMap((level) => fresh.get(level) ?? []);
  const { items, count } = reader.itemWindow({ ...filter, only }, window);
  const levels = freshnessLevels.map((value) => ({
    value,
    count: fresh.get(value)?.length ? reader.countItems({ ...filter, only: fresh.get(value) }) : 0,
  }));
  return {
    rows: items.map(rowOf),
    count,
    facets: {
      ...countFacets(reader.tallyItems({ text: filter.text, only }), filter),
      freshness: levels.filter((level) => level.count > 0),
    },
  };
}

function rowOf(item: MemoryItem): ItemRow {
  const { id, title, type, status, trust, principal, scope, source, quarantined, body } = item;
  const { createdAtMs, updatedAtMs, accessCount } = item;
  const named = { id, title, type, status, trust, principal, scope, source, quarantined };
  return { ...named, createdAtMs, updatedAtMs, accessCount, body: body?.kind ?? 'none' };
}

const fieldOf = {
  scopes: 'scope',
  bodies: 'body',
  types: 'type',
  trusts: 'trust',
  statuses: 'status',
  sources: 'source',
} as const satisfies Record<FacetName, keyof ItemTally>;

function countFacets(
  tallies: readonly ItemTally[],
  filter: BrowseFilter,
): Readonly<Record<FacetName, readonly Facet[]>> {
  const meets = (tally: ItemTally, name: FacetName) =>
    filter[name] === undefined || (filter[name] as readonly string[]).includes(tally[fieldOf[name]]);
  const facet = (name: FacetName): readonly Facet[] => {
    const counts = new Map<string, number>();
    for (const tally of tallies) {
      if (!facetNames.every((other) => other === name || meets(tally, other))) continue;
      const value = tally[fieldOf[name]];
      counts.set(value, (counts.get(value) ?? 0) + tally.count);
    }
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  };
  return Object.fromEntries(facetNames.map((name) => [name, facet(name)])) as Record<
    FacetName,
    readonly Facet[]
  >;
}

type Groups = ReadonlyMap<Freshness, readonly ItemId[]>;

/** Files change at any time, and reading all that memories are about takes longer than a page. */
const keptMs = 10_000;
const kept = new WeakMap<
  MemoryStore,
  { readonly of: string; readonly untilMs: number; readonly groups: Groups }
>();

interface Place {
  readonly files?: WorkingFiles | undefined;
  readonly repositoryId?: RepositoryId | undefined;
  readonly nowMs: number;
}

/** Memories about places in the code of a repository, by freshness against its files; at most ten seconds old. */
export function groupByFreshness(
  reader: ItemReader,
  store: MemoryStore,
  { files, repositoryId, nowMs }: Place,
): Groups {
  if (files === undefined || repositoryId === undefined) return new Map();
  const known = kept.get(store);
  if (known?.of === repositoryId && nowMs < known.untilMs) return known.groups;
  const read = new Map<string, ReturnType<WorkingFiles['read']>>();
  const once: WorkingFiles = {
    ...files,
    read(path) {
      if (!read.has(path)) read.set(path, files.read(path));
      return read.get(path);
    },
  };
  const groups = new Map<Freshness, ItemId[]>(freshnessLevels.map((level) => [level, []]));
  for (const item of reader.items({ scopes: [scopeOf('repo', repositoryId)], anchored: true })) {
    const level = freshnessOf(item, { files: once, repositoryId });
    if (level !== undefined) groups.get(level)?.push(item.id);
  }
  kept.set(store, { of: repositoryId, untilMs: nowMs + keptMs, groups });
  return groups;
}

/** One memory with facts that are computed on every read. */
export interface ItemView {
  readonly item: MemoryItem;
  /** Freshness of each anchor; empty without anchors, and for a memory of another repository. */
  readonly anchors: readonly { readonly path: string; readonly freshness: Freshness }[];
  readonly outcomes: Readonly<Partial<Record<OutcomeKind, number>>>;
  /** Its links: of a fix, also which fix brought its failure about, and which failures it brought about. */
  readonly links: readonly ItemLink[];
}

/** Receipts of the log that are read to count how often one memory was shown. */
const mostReceipts = 1_000;

/** @throws ITEM_NOT_FOUND */
export function viewItem(reader: ItemReader, id: string, { nowMs, ...place }: Place): ItemView {
  const item = withLoggedAccesses(reader, findItem(reader, id), { nowMs, limit: mostReceipts });
  const outcomes = countOutcomes(reader.outcomesAbout([item.id]).get(item.id) ?? []);
  return { item, anchors: anchorsHere(item, place), outcomes, links: linksOf(reader, item) };
}

function anchorsHere(item: MemoryItem, { files, repositoryId }: Omit<Place, 'nowMs'>): ItemView['anchors'] {
  if (files === undefined || repositoryId === undefined || item.scope !== scopeOf('repo', repositoryId))
    return [];
  return judgeAnchors(item, files).map((freshness, at) => ({
    path: item.anchors[at]?.path ?? '',
    freshness,
  }));
}

/** Most memories told on either side of one. */
const longestLine = 50;

/** Returns the history of a memory, by its id or a version's id. @throws ITEM_NOT_FOUND, INVALID_ARGUMENT */
export function itemHistory(reader: ItemReader, id: string): ItemHistory {
  const item = ownerOf(reader, findItem(reader, id));
  const earlier = versionsOf(reader, item.id);
  const sinceMs = earlier[0]?.validToMs ?? item.createdAtMs;
  return {
    item,
    versions: [
      versionOf(item, sinceMs),
      ...earlier.map((version) => versionOf(version, version.createdAtMs)),
    ],
    replaced: walk(item, ({ relatedItems }) =>
      relatedItems.flatMap(({ id: other, relation }) =>
        relation === 'supersedes' ? (reader.item(other) ?? []) : [],
      ),
    ),
    replacedBy: walk(item, ({ supersededById }) => (supersededById && reader.item(supersededById)) ?? []),
    outcomes: reader.outcomesAbout([item.id]).get(item.id) ?? [],
  };
}

function versionOf(item: MemoryItem, sinceMs: number): ItemVersion {
  const { id, title, content, trust, principal, origin, validToMs } = item;
  const until = isVersion(item) && validToMs !== undefined ? { untilMs: validToMs } : {};
  return { id, title, content, trust, principal, origin, sinceMs, ...until };
}

/** All that is reached by single steps, each once, however they are linked. */
function walk(
  from: MemoryItem,
  next: (item: MemoryItem) => MemoryItem | readonly MemoryItem[],
): readonly MemoryItem[] {
  const reached = new Map([[from.id, from]]);
  // Grows while it is walked.
  for (const item of reached.values())
    for (const other of [next(item)].flat())
      if (!isVersion(other) && !reached.has(other.id) && reached.size <= longestLine)
        reached.set(other.id, other);
  return [...reached.values()].slice(1);
}

/** A fix that brought about more failures than this is shown to be a bad one by the first of them. */
const mostFollowing = 20;

/**
 * Returns the links of a memory, each once: its own, for a fix also those of its occurrences (which fix brought its
 * failure about), and the failures that it brought about. Forgotten memories are left out.
 */
export function linksOf(reader: ItemReader, item: MemoryItem): readonly ItemLink[] {
  const own = isVersion(item) ? [] : item.relatedItems;
  const ofParts =
    kindOf(item) === 'variant'
      ? partsOf(reader, item.id).flatMap(({ relatedItems }) =>
          relatedItems.filter(({ relation }) => relation === 'caused_by'),
        )
      : [];
  const following = reader
    .itemsRelatedTo(item.id, 'caused_by', mostFollowing)
    .map((episode) => ({ id: wholeIdOf(episode) ?? episode.id, relation: 'brought_about' as const }));
  const all = [...own, ...ofParts, ...following].flatMap(({ id, relation }): readonly ItemLink[] => {
    const title = reader.item(id)?.title;
    return title === undefined || id === item.id ? [] : [{ id, relation, title }];
  });
  return [...new Map(all.map((link) => [`${link.relation} ${link.id}`, link])).values()];
}
