import { standingOf } from '../../feedback/standing.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';

/** Whether a person last said of a memory that it was wrong, and nobody has vouched for it since. */
export function isTurnedDown(reader: ItemReader, { id, vouchedAtMs }: MemoryItem, nowMs: number): boolean {
  const outcomes = reader.outcomesAbout([id]).get(id) ?? [];
  const standing = standingOf(outcomes, { nowMs, ...(vouchedAtMs === undefined ? {} : { vouchedAtMs }) });
  return standing.rejectedBy === 'person';
}
