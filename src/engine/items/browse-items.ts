import {
  type Facet,
  type FacetName,
  facetNames,
  type ItemBrowse,
  type ItemRow,
} from '../../model/answers/item-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import { type Freshness, freshnessLevels, type MemoryItem } from '../../model/memory-item.ts';
import { scopeOf } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { WorkingFiles } from '../../ports/git-reader.ts';
import type { ItemFilter, ItemReader, ItemTally, ItemWindow, MemoryStore } from '../../ports/memory-store.ts';
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
