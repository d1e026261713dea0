import type { FailureComparison } from '../../model/failure.ts';
import { findsTheSame } from './checker-findings.ts';
import { compareFailures } from './compare-failures.ts';
import type { FailureQuery, KnownFailure } from './failure-sides.ts';
import { readTold } from './told-failure.ts';

/**
 * Compares the failure at hand with the occurrences of a known one until it is the same; gives the comparison that agrees most.
 * Occurrences of one failure may read differently: each stands for itself. What a checker finds is the same wherever it finds it.
 *
 * @param isNear whether enough else is in common for the outputs to be compared
 */
export function compareWithKnown(query: FailureQuery, known: KnownFailure, isNear = true): FailureComparison {
  const isFoundAgain = findsTheSame(query.findings(), known.failure.errorLines);
  const compared = isNear || isFoundAgain ? compareOccurrences(query, known) : nothingAlike;
  // What speaks against it is kept: until the place is seen to be circumstance, it counts.
  return isFoundAgain && compared.strength !== 'same'
    ? { ...compared, strength: 'same', isElsewhere: true }
    : compared;
}

const nothingAlike: FailureComparison = { likeness: 0, strength: 'different' };

function compareOccurrences(query: FailureQuery, { met, metAgain }: KnownFailure): FailureComparison {
  let best = nothingAlike;
  for (const occurrences of [() => met, metAgain])
    for (const profile of occurrences()) {
      const one = compareFailures(query.compared(), { profile, told: readTold(profile) });
      if (one.strength === 'same') return one;
      if (one.likeness > best.likeness || best.likeness === 0) best = one;
    }
  return best;
}
