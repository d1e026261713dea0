import type { ItemType, MemoryItem } from '../model/memory-item.ts';
import type { LifecycleSettings } from './options.ts';

const dayMs = 86_400_000;

/** Days after which a new memory of a type expires; undefined: never. */
export function ttlDaysOf(type: ItemType, { typeTtlDays }: LifecycleSettings): number | undefined {
  return typeTtlDays[type] || undefined;
}

/**
 * Whether a memory has expired or is not valid yet. A clock that was set back makes nothing expire, because a
 * confirmation in the future counts as now.
 */
export function isExpired(
  { ttlDays, updatedAtMs, validFromMs, validToMs }: MemoryItem,
  nowMs: number,
): boolean {
  if (validFromMs !== undefined && nowMs < validFromMs) return true;
  if (validToMs !== undefined && nowMs >= validToMs) return true;
  return ttlDays !== undefined && nowMs - updatedAtMs >= ttlDays * dayMs;
}
