import { standingOf } from '../../feedback/standing.ts';
import type { VariantView } from '../../model/answers/failure-list.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/item-store.ts';
import { partsOf } from './failure-parts.ts';

/** A variant with when it was met and what came of showing it: of what one speaker said of one decision, the last word. */
export function viewVariant(reader: ItemReader, variant: MemoryItem, nowMs: number): VariantView {
  const told = reader.outcomesAbout([variant.id]).get(variant.id) ?? [];
  const { outcomes } = standingOf(told, { nowMs });
  return { variant, episodes: partsOf(reader, variant.id), outcomes };
}
