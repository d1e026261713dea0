import { standingOf } from '../../feedback/standing.ts';
import type { VariantView } from '../../model/answers/failure-answers.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { partsOf } from '../memory/failure-parts.ts';

/**
 * A variant with its occurrences and outcomes. If a speaker judged the same decision several times, only the last
 * judgement counts.
 */
export function viewVariant(reader: ItemReader, variant: MemoryItem, nowMs: number): VariantView {
  const told = reader.outcomesAbout([variant.id]).get(variant.id) ?? [];
  const { outcomes } = standingOf(told, { nowMs });
  return { variant, episodes: partsOf(reader, variant.id), outcomes };
}
