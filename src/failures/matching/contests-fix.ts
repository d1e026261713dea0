import type { FailureComparison } from '../../model/failure.ts';
import { isTrustedAs, type Trust } from '../../model/provenance.ts';
import { saysOtherwise } from '../mask-references.ts';

interface ToldFix {
  readonly fix: string;
  /** How far its teller is believed. */
  readonly trust: Trust;
  /** How the failure that it was told for compares with the one at hand. */
  readonly sameness: FailureComparison;
}

/** Whether another fix may be the one that helps here, so that only a person can say. A word that is believed less contests nothing. */
export function contestsFix(other: ToldFix, known: ToldFix): boolean {
  return (
    isTrustedAs(other.trust, known.trust) &&
    comesAsNear(other.sameness, known.sameness) &&
    saysOtherwise(other.fix, known.fix)
  );
}

/** A failure that differs in a name contests no fix of one that differs in none. */
function comesAsNear(other: FailureComparison, known: FailureComparison): boolean {
  return other.strength === 'same' && (other.caveat === undefined || known.caveat !== undefined);
}
