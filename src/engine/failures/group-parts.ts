import type { ItemId } from '../../model/brands.ts';
import type { ItemKind, MemoryItem } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { wholeIdOf } from '../memory/failure-parts.ts';

/** All variants of some scopes by their pattern, or all episodes by their variant, newest first. */
export function groupParts(
  reader: ItemReader,
  kind: Extract<ItemKind, 'variant' | 'episode'>,
  scopes: readonly Scope[] | undefined,
): ReadonlyMap<ItemId, readonly MemoryItem[]> {
  const groups = new Map<ItemId, MemoryItem[]>();
  for (const item of reader.items({ kinds: [kind], scopes })) {
    const whole = wholeIdOf(item);
    if (whole === undefined) continue;
    const group = groups.get(whole);
    if (group === undefined) groups.set(whole, [item]);
    else group.push(item);
  }
  return groups;
}
