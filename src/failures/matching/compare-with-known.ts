import type { FailureComparison } from '../../model/failure.ts';
import { compareFailures } from './compare-failures.ts';
import type { FailureQuery, KnownFailure } from './failure-sides.ts';
import { readTold } from './told-failure.ts';

/**
 * Compares the failure at hand with the occurrences of a known one until it is the same; gives the comparison that agrees most.
 * Occurrences of one failure may read differently: each stands for itself.
 */
export function compareWithKnown(query: FailureQuery, { met, metAgain }: KnownFailure): FailureComparison {
  let best: FailureComparison = { likeness: 0, strength: 'different' };
  for (const occurrences of [() => met, metAgain])
    for (const profile of occurrences()) {
      const one = compareFailures(query.compared(), { profile, told: readTold(profile) });
      if (one.strength === 'same') return one;
      if (one.likeness > best.likeness || best.likeness === 0) best = one;
    }
  return best;
}
