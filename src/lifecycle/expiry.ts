import type { ItemType, MemoryItem } from '../model/memory-item.ts';
import type { LifecycleSettings } from './options.ts';

const dayMs = 86_400_000;

/** Days after which a new memory of a type expires; undefined: never. */
export function ttlDaysOf(type: ItemType, { typeTtlDays }: LifecycleSettings): number | undefined {
  return typeTtlDays[type] || undefined;
}

/**
 * Whether a memory has outlived its time, or has not begun to hold. A clock that was set back makes nothing expire: what
 * was confirmed in the future counts as confirmed now.
 */
export function isExpired(
  { ttlDays, updatedAtMs, validFromMs, validToMs }: MemoryItem,
  nowMs: number,
): boolean {
  if (validFromMs !== undefined && nowMs < validFromMs) return true;
  if (validToMs !== undefined && nowMs >= validToMs) return true;
  return ttlDays !== undefined && nowMs - updatedAtMs >= ttlDays * dayMs;
}
