import type { Doubt, DoubtList } from '../../model/answers/failure-answers.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { viewVariant } from './view-variant.ts';

/**
 * Variants that wait for a person because they may be the same as a known one or contradict it, each with the known
 * one; oldest first.
 */
export function listDoubts(reader: ItemReader, nowMs: number): DoubtList {
  const doubts = reader
    .items({ kinds: ['variant'], statuses: ['active'], quarantined: true })
    .toReversed()
    .flatMap((variant) => doubtOf(reader, variant, nowMs) ?? []);
  return { doubts };
}

function doubtOf(reader: ItemReader, variant: MemoryItem, nowMs: number): Doubt | undefined {
  if (variant.body?.kind !== 'variant' || variant.body.doubt === undefined) return undefined;
  const { kind, variantId } = variant.body.doubt;
  const known = reader.item(variantId);
  return {
    kind,
    variant: viewVariant(reader, variant, nowMs),
    ...(known === undefined ? {} : { known: viewVariant(reader, known, nowMs) }),
  };
}
