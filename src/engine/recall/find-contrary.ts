import { rulesOut } from '../../lessons/rules-out.ts';
import { type ItemId, kindOf, type MemoryItem } from '../../model/memory-item.ts';

/**
 * Lessons that rule each other out by their words, wherever each came from: those of different scopes, files and imports are never
 * compared when they are written. Of two of which one took the place of the other, that is known already.
 */
export function findContrary(items: readonly MemoryItem[]): ReadonlyMap<ItemId, readonly ItemId[]> {
  const lessons = items.filter((item) => item.status === 'active' && kindOf(item) === 'lesson');
  const contrary = new Map<ItemId, ItemId[]>();
  for (const item of lessons)
    for (const other of lessons)
      if (other.id !== item.id && rulesOut(item.content, other.content))
        contrary.set(item.id, [...(contrary.get(item.id) ?? []), other.id]);
  return contrary;
}
