import type { FailureComparison } from '../../model/failure.ts';

/** Two failures that share less of their words and names are two, and each has its own fix. */
const nearlyAll = 0.8;
/** Of several that read nearly the same, the one that agrees so much more with the failure at hand is meant. */
const clearLead = 0.15;

/**
 * Whether a known failure reads so nearly as the one that was found to be at hand that either may be it: of a list of forty
 * failing tests, one is another. Which of their fixes helps is then for a person to say.
 */
export function readsNearlyAs(other: FailureComparison, found?: FailureComparison): boolean {
  const agreement = agreementOf(other);
  const best = found === undefined ? 1 : agreementOf(found);
  return agreement >= nearlyAll && best - agreement < clearLead;
}

/** Where nothing speaks against it, the words of why decide; what else is named may be circumstance. */
function agreementOf({ strength, likeness, agreement = 0 }: FailureComparison): number {
  return strength === 'same' ? likeness : agreement;
}
