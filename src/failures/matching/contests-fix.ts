import type { FailureComparison } from '../../model/failure.ts';
import { isTrustedAs, type Trust } from '../../model/trust.ts';
import { saysOtherwise } from '../mask-references.ts';

interface ToldFix {
  readonly fix: string;
  /** How far its teller is believed. */
  readonly trust: Trust;
  /** How the failure that it was told for compares with the one at hand. */
  readonly sameness: FailureComparison;
}

/** A known failure of which fewer lines agree is no rival. */
const nearShare = 0.8;
/** A rival's excerpt reads as much like the failure at hand, or nearly. */
const nearExcerpt = 0.05;

/** Whether another fix may be the one that helps here, so that only a person can say. A word that is believed less contests nothing. */
export function contestsFix(other: ToldFix, known: ToldFix): boolean {
  return (
    isTrustedAs(other.trust, known.trust) &&
    comesAsNear(other.sameness, known.sameness) &&
    saysOtherwise(other.fix, known.fix)
  );
}

function comesAsNear(other: FailureComparison, known: FailureComparison): boolean {
  const { excerptLikeness = 0 } = known;
  return other.likeness >= nearShare && (other.excerptLikeness ?? 0) > excerptLikeness - nearExcerpt;
}
