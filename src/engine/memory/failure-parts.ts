import type { ItemId } from '../../model/brands.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';

/** The whole of a part: the pattern of a variant, the variant of an episode; undefined for all other items. */
export function wholeIdOf({ body }: Pick<MemoryItem, 'body'>): ItemId | undefined {
  if (body?.kind === 'variant') return body.patternId;
  return body?.kind === 'episode' ? body.variantId : undefined;
}

/** Variants of a pattern, or episodes of a variant, newest first. */
export function partsOf(reader: ItemReader, id: ItemId): readonly MemoryItem[] {
  return reader.itemsRelatedTo(id, 'depends_on').filter((item) => wholeIdOf(item) === id);
}

/** Moves a variant or an episode to another whole; its other relations stay. */
export function dependOn(item: MemoryItem, wholeId: ItemId): MemoryItem {
  const { body } = item;
  const before = wholeIdOf(item);
  if (body?.kind !== 'variant' && body?.kind !== 'episode') return item;
  const owned = body.kind === 'variant' ? { ...body, patternId: wholeId } : { ...body, variantId: wholeId };
  const others = item.relatedItems.filter(({ id, relation }) => relation !== 'depends_on' || id !== before);
  return { ...item, body: owned, relatedItems: [{ id: wholeId, relation: 'depends_on' }, ...others] };
}
