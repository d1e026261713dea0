import type { FailureProfile } from '../../model/failure.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { isTrustedAs } from '../../model/provenance.ts';
import type { ItemReader } from '../../ports/memory-store.ts';

/** Of a failure met more often, the latest: a hook has no time to read all. */
const mostRead = 5;

/**
 * Occurrences of a variant that were recorded after its first one, latest first. Whoever is believed less cannot make a memory
 * fit another failure, and where its fix did not help, it is no answer.
 */
export function laterOccurrences(
  reader: Pick<ItemReader, 'itemsRelatedTo'>,
  { id, trust, body: known }: MemoryItem,
): readonly FailureProfile[] {
  if (known?.kind !== 'variant') return [];
  return reader.itemsRelatedTo(id, 'depends_on', mostRead).flatMap((occurrence) => {
    const { body, status, quarantined } = occurrence;
    if (body?.kind !== 'episode' || body.variantId !== id || body.outcome === 'unresolved') return [];
    if (status !== 'active' || quarantined || !isTrustedAs(occurrence.trust, trust)) return [];
    return isFirst(body.failure, known.failure) ? [] : [body.failure];
  });
}

/** The first occurrence is kept with the variant, too. */
function isFirst({ excerpt, sketch }: FailureProfile, first: FailureProfile): boolean {
  return excerpt === first.excerpt && String(sketch?.spine) === String(first.sketch?.spine);
}
