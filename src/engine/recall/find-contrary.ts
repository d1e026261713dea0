import type { AdmissionUnit } from '../../gate/admit.ts';
import type { ItemId } from '../../model/brands.ts';
import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import { claimOf, leastDenied, likenessOfDenial } from '../../text/statements/denial.ts';
import { rulesOut } from '../../text/statements/rules-out.ts';

/**
 * Lessons that rule each other out by their words, or of which one denies what the other says, wherever each came from: those of different
 * scopes, files and imports are never compared when they are written. Of two of which one took the place of the other, that is known
 * already.
 */
export function findContrary(items: readonly MemoryItem[]): ReadonlyMap<ItemId, readonly ItemId[]> {
  const lessons = items
    .filter((item) => item.status === 'active' && kindOf(item) === 'lesson')
    .map((item) => ({ item, claim: claimOf(item.content) }));
  const contrary = new Map<ItemId, ItemId[]>();
  for (const { item, claim } of lessons)
    for (const other of lessons) {
      if (other.item.id === item.id) continue;
      const isContrary =
        likenessOfDenial(claim, other.claim) >= leastDenied || rulesOut(item.content, other.item.content);
      if (isContrary) contrary.set(item.id, [...(contrary.get(item.id) ?? []), other.item.id]);
    }
  return contrary;
}

/** The candidates, each with those of them that it rules out; as they are where memories may contradict each other. */
export function withContrary<Candidate extends AdmissionUnit>(
  candidates: readonly Candidate[],
  { v3 }: { readonly v3: { readonly contradiction: { readonly enabled: boolean } } },
): readonly Candidate[] {
  if (!v3.contradiction.enabled || candidates.length < 2) return candidates;
  const contrary = findContrary(candidates.map(({ item }) => item));
  return candidates.map((candidate) => {
    const ruledOut = contrary.get(candidate.item.id);
    return ruledOut === undefined ? candidate : { ...candidate, contrary: ruledOut };
  });
}
