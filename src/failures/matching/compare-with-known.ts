import type { FailureComparison } from '../../model/failure.ts';
import { compareFailures } from './compare-failures.ts';
import type { FailureQuery, KnownFailure } from './failure-sides.ts';
import { readTold } from './told-failure.ts';

/** Compares the failure at hand with each occurrence of a known one; gives the comparison that agrees most. */
export function compareWithKnown(query: FailureQuery, { met }: KnownFailure): FailureComparison {
  const [first, ...others] = met.map((profile) =>
    compareFailures(query.compared(), { profile, told: readTold(profile) }),
  );
  let best = first ?? { likeness: 0, strength: 'different' };
  for (const one of others) if (isBetter(one, best)) best = one;
  return best;
}

function isBetter(one: FailureComparison, other: FailureComparison): boolean {
  if ((one.strength === 'same') !== (other.strength === 'same')) return one.strength === 'same';
  return one.likeness > other.likeness;
}
