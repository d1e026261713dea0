import type { ItemId } from '../../model/brands.ts';
import type { VersionBody } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';

export type Version = MemoryItem & { readonly body: VersionBody };

/** The texts that a memory had before those it has now, newest first. */
export function versionsOf(reader: ItemReader, id: ItemId): readonly Version[] {
  return reader
    .itemsRelatedTo(id, 'depends_on')
    .filter(isVersion)
    .toSorted((a, b) => (b.validToMs ?? 0) - (a.validToMs ?? 0));
}

export function isVersion(item: MemoryItem): item is Version {
  return item.body?.kind === 'version';
}

/** The memory that a text belonged to: the memory itself where it is no version. */
export function ownerOf(reader: Pick<ItemReader, 'item'>, item: MemoryItem): MemoryItem {
  if (!isVersion(item)) return item;
  const owner = item.relatedItems.find(({ relation }) => relation === 'depends_on');
  return (owner && reader.item(owner.id)) ?? item;
}
