import type { MemoryItem } from '../../model/memory-item.ts';
import { isTrustedAs } from '../../model/provenance.ts';
import type { ItemCandidate, RankedItems } from '../../retrieval/rank-items.ts';

/** Candidates that somebody stands behind keep so many places. */
const keptPlaces = 3;
const mostLookedThrough = 20;
/** As many read so nearly alike only where somebody tells of one failure again and again. */
const mostInCrowd = 400;
const nearShare = 0.5;

/** Whether a person stands behind a memory, so that no agent could make it. */
export function isBelieved({ trust }: Pick<MemoryItem, 'trust'>): boolean {
  return isTrustedAs(trust, 'verified');
}

/**
 * The candidates with the next best that a person stands behind, where there are fewer of them than places: whoever may record failures
 * could else crowd out what is known of one, by telling of it in its own words as often as there are candidates.
 */
export function withBelieved({
  candidates,
  further,
}: Pick<RankedItems, 'candidates' | 'further'>): readonly ItemCandidate[] {
  const missing = keptPlaces - candidates.filter(({ item }) => isBelieved(item)).length;
  if (missing <= 0) return candidates;
  let next = further(mostLookedThrough);
  const leastNear = nearShare * (candidates[0]?.relevance ?? 0);
  if (next.length === mostLookedThrough && (next.at(-1)?.relevance ?? 0) >= leastNear)
    next = further(mostInCrowd);
  return [...candidates, ...next.filter(({ item }) => isBelieved(item)).slice(0, missing)];
}
