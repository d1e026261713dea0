import type { WeightComparison } from '../model/answers/file-location.ts';
import type { FixExample } from '../ports/repository-index.ts';
import { compareWeights, isBetter } from './compare-weights.ts';
import { fitOwnWeights } from './fit-own-weights.ts';
import { matchSharpness } from './match-sharpness.ts';
import type { RankerWeights } from './ranker-weights.ts';

/** Share of the newest fixes held back for testing, and the least number of them. */
const heldBackShare = 0.25;
const fewestHeldBack = 30;
/** With fewer training fixes, an improvement cannot be told from chance. */
const fewestTaught = 30;

/** Least number of fixes for learning. */
export const fewestFixes = fewestTaught + fewestHeldBack;

export interface Adaptation {
  readonly own: RankerWeights;
  readonly isBetter: boolean;
  readonly comparison: WeightComparison;
  readonly taughtFixes: number;
  readonly heldBackFixes: number;
}

/**
 * Learns weights from the older fixes and tests them on the newer ones, as in use, where the past must predict later
 * changes.
 */
export function adaptWeights(oldestFirst: readonly FixExample[], seed: number): Adaptation {
  const heldBackFixes = Math.max(fewestHeldBack, Math.round(heldBackShare * oldestFirst.length));
  const taught = oldestFirst.slice(0, -heldBackFixes);
  const heldBack = oldestFirst.slice(-heldBackFixes);
  const own = matchSharpness(heldBack, fitOwnWeights(taught, seed));
  const comparison = compareWeights(heldBack, own, seed);
  return {
    own,
    comparison,
    isBetter: isBetter(comparison),
    taughtFixes: taught.length,
    heldBackFixes: heldBack.length,
  };
}
