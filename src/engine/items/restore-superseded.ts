import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';

/** The lessons whose place a memory took, as they were before: it goes, so they hold again. */
export function restoreSuperseded(
  reader: Pick<ItemReader, 'item'>,
  { id, relatedItems }: MemoryItem,
): readonly MemoryItem[] {
  return relatedItems
    .filter(({ relation }) => relation === 'supersedes')
    .flatMap((related) => reader.item(related.id) ?? [])
    .filter(
      (older) =>
        older.supersededById === id &&
        (older.status === 'superseded' || older.archivedFor === 'summary') &&
        kindOf(older) === 'lesson',
    )
    .map(({ supersededById: _, archivedFor: __, ...older }) => ({ ...older, status: 'active' }));
}
