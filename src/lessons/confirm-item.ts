import type { MemoryItem } from '../model/memory-item.ts';
import { isTrustedAs } from '../model/trust.ts';

/**
 * A memory that was said again by somebody at least as trusted: it counts from now, and its places in the code are those
 * of now. A person's word lends it their trust, and brings back what was archived or waited for a person. Whoever is less
 * trusted than the memory changes nothing of it.
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
