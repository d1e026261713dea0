import type { FailureView } from '../../model/answers/failure-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { partsOf } from '../memory/failure-parts.ts';
import { findItem } from '../memory/find-item.ts';
import { viewVariant } from './view-variant.ts';

/**
 * The pattern with this id, or the pattern of the variant or episode with this id, with all its parts.
 * @throws ITEM_NOT_FOUND, INVALID_ARGUMENT when the memory is not part of a known failure
 */
export function viewFailure(reader: ItemReader, id: string, nowMs: number): FailureView {
  const pattern = patternOf(reader, findItem(reader, id));
  const variants = partsOf(reader, pattern.id)
    .map((variant) => viewVariant(reader, variant, nowMs))
    .sort((a, b) => Number(isShown(b.variant)) - Number(isShown(a.variant)));
  return { pattern, variants };
}

function isShown({ status, quarantined }: MemoryItem): boolean {
  return status === 'active' && !quarantined;
}

function patternOf(reader: ItemReader, item: MemoryItem): MemoryItem {
  const { body } = item;
  if (body?.kind === 'pattern') return item;
  if (body?.kind === 'variant') return whole(reader, item, body.patternId);
  if (body?.kind === 'episode') return patternOf(reader, whole(reader, item, body.variantId));
  const id = item.id.slice(0, 8);
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    `Memory ${id} is not about a failure. \`afterwit show ${id}\` shows it; \`afterwit failures list\` lists failures.`,
    { data: { id: item.id } },
  );
}

function whole(reader: ItemReader, part: MemoryItem, id: ItemId): MemoryItem {
  const found = reader.item(id);
  if (found !== undefined) return found;
  throw new AfterwitError(
    'ITEM_NOT_FOUND',
    `The whole to which memory ${part.id.slice(0, 8)} belongs was forgotten. \`afterwit show ${part.id.slice(0, 8)}\` shows the part.`,
    { data: { id } },
  );
}
