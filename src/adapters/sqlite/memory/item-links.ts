import type { ItemId } from '../../../model/brands.ts';
import type { MemoryItem } from '../../../model/memory-item.ts';
import { encodeText } from '../text-value.ts';
import type { Prepare } from './prepare.ts';
import type { RowWriter } from './row-writer.ts';

/** Records the ids that a memory refers to, so that a forgotten memory can be removed from all others. */
export function writeLinks(writer: RowWriter, ordinal: number, item: MemoryItem): void {
  writer.run('DELETE FROM item_links WHERE source = ?', ordinal);
  const { relatedItems, supersededById } = item;
  const targets = new Set([...relatedItems.map(({ id }) => id), ...(supersededById ? [supersededById] : [])]);
  for (const target of targets) {
    writer.run('INSERT INTO item_links (target_id, source) VALUES (?, ?)', encodeText(target), ordinal);
  }
}

/** Ordinals of the memories that refer to `target`. */
export function linksTo(prepare: Prepare, target: ItemId): readonly number[] {
  const rows = prepare('SELECT source FROM item_links WHERE target_id = ? ORDER BY source');
  return rows.all(encodeText(target)).map(({ source }) => Number(source));
}

/** The memory without its references to `target`. */
export function withoutLinksTo(item: MemoryItem, target: ItemId): MemoryItem {
  const { supersededById, ...others } = item;
  return {
    ...others,
    relatedItems: item.relatedItems.filter(({ id }) => id !== target),
    ...(supersededById === undefined || supersededById === target ? {} : { supersededById }),
  };
}
