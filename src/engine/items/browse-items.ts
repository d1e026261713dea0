import {
  type Facet,
  type FacetName,
  facetNames,
  type ItemBrowse,
  type ItemRow,
} from '../../model/answers/item-answers.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemFilter, ItemReader, ItemTally, ItemWindow } from '../../ports/memory-store.ts';

/** What a list of memories is narrowed down by. */
export type BrowseFilter = Pick<ItemFilter, FacetName | 'text'>;

/** A part of the memories that a filter finds, without their texts, and how many more each other choice would find. */
export function browseItems(reader: ItemReader, filter: BrowseFilter, window: ItemWindow): ItemBrowse {
  const { items, count } = reader.itemWindow(filter, window);
  return {
    rows: items.map(rowOf),
    count,
    facets: countFacets(reader.tallyItems({ text: filter.text }), filter),
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

function countFacets(tallies: readonly ItemTally[], filter: BrowseFilter): ItemBrowse['facets'] {
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
