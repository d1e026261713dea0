import type { MemoryItem } from '../model/memory-item.ts';
import { isTrustedAs } from '../model/trust.ts';

/**
 * A memory after a speaker with at least the same trust said it again: its confirmation date and anchors are updated. A
 * person raises its trust to their own and reactivates it if it was archived or waited for a person. A less trusted
 * speaker changes nothing.
 */
export function confirmItem(known: MemoryItem, again: MemoryItem): MemoryItem {
  if (!isTrustedAs(again.trust, known.trust)) return known;
  const isPerson = again.trust === 'user';
  return {
    ...known,
    updatedAtMs: Math.max(known.updatedAtMs, again.updatedAtMs),
    ...(again.anchors.length > 0 ? { anchors: again.anchors } : {}),
    ...(again.learnedAt === undefined ? {} : { learnedAt: again.learnedAt }),
    tags: [...new Set([...known.tags, ...again.tags])],
    references: [...new Set([...known.references, ...again.references])],
    ...(isPerson
      ? {
          trust: again.trust,
          principal: again.principal,
          confidence: again.confidence,
          status: 'active',
          quarantined: false,
          vouchedAtMs: Math.max(known.vouchedAtMs ?? again.updatedAtMs, again.updatedAtMs),
        }
      : {}),
  };
}
