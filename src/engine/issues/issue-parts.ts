import type { VariantView } from '../../model/issue-list.ts';
import type { ItemId, MemoryItem } from '../../model/memory-item.ts';
import type { Scope } from '../../model/scope.ts';
import type { ItemReader } from '../../ports/item-store.ts';

/** Patterns with their variants and episodes, by the ids that bind them. */
export interface IssueParts {
  readonly patterns: readonly MemoryItem[];
  readonly variantsOf: ReadonlyMap<ItemId, readonly MemoryItem[]>;
  readonly episodesOf: ReadonlyMap<ItemId, readonly MemoryItem[]>;
}

/** All issues of some scopes, or of all, in one pass; newest first. */
export function readIssueParts(reader: ItemReader, scopes: readonly Scope[] | undefined): IssueParts {
  const items = reader.items(scopes === undefined ? {} : { scopes });
  return {
    patterns: items.filter(({ body }) => body?.kind === 'pattern'),
    variantsOf: groupBy(items, ({ body }) => (body?.kind === 'variant' ? body.patternId : undefined)),
    episodesOf: groupBy(items, ({ body }) => (body?.kind === 'episode' ? body.variantId : undefined)),
  };
}

export function viewVariant(
  reader: ItemReader,
  variant: MemoryItem,
  { episodesOf }: Pick<IssueParts, 'episodesOf'>,
): VariantView {
  return {
    variant,
    episodes: episodesOf.get(variant.id) ?? [],
    outcomes: reader.outcomeCounts([variant.id]).get(variant.id) ?? {},
  };
}

function groupBy(
  items: readonly MemoryItem[],
  keyOf: (item: MemoryItem) => ItemId | undefined,
): ReadonlyMap<ItemId, readonly MemoryItem[]> {
  const groups = new Map<ItemId, MemoryItem[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
