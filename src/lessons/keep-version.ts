import type { ItemId } from '../model/brands.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { fingerprintOf } from './fingerprint.ts';

/**
 * The text of a memory as an item of its own, for when the memory is given another one. Whoever says this text again is told of the
 * memory, because it keeps the fingerprint, of which there is one in a scope.
 *
 * @param edited the memory with its new text
 */
export function keepVersion(
  item: MemoryItem,
  edited: MemoryItem,
  { id, sinceMs, nowMs }: { readonly id: ItemId; readonly sinceMs: number; readonly nowMs: number },
): MemoryItem {
  const { lastAccessedAtMs: _, body, fingerprint, ...text } = item;
  const seen = body?.kind === 'variant' ? body.seen : undefined;
  return {
    ...text,
    id,
    body: { kind: 'version', fingerprint, ...(seen === undefined ? {} : { seen }) },
    fingerprint: edited.fingerprint === fingerprint ? fingerprintOf(['version', id]) : fingerprint,
    status: 'superseded',
    supersededById: item.id,
    relatedItems: [{ id: item.id, relation: 'depends_on' }],
    createdAtMs: sinceMs,
    updatedAtMs: nowMs,
    validToMs: nowMs,
    accessCount: 0,
  };
}
