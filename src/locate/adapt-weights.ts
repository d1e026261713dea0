import type { WeightComparison } from '../model/answers/learning-report.ts';
import type { FixExample } from '../ports/learning-index.ts';
import { compareWeights, isBetter } from './compare-weights.ts';
import { fitOwnWeights } from './fit-own-weights.ts';
import { matchSharpness } from './match-sharpness.ts';
import type { RankerWeights } from './ranker-weights.ts';

/** The newest fixes, and at least so many, are held back to judge by. */
const heldBackShare = 0.25;
const fewestHeldBack = 30;
/** Fewer than this teach nothing that could be told from chance. */
const fewestTaught = 30;

/** Fixes without which there is no learning. */
export const fewestFixes = fewestTaught + fewestHeldBack;

export interface Adaptation {
  readonly own: RankerWeights;
  readonly isBetter: boolean;
  readonly comparison: WeightComparison;
  readonly taughtFixes: number;
  readonly heldBackFixes: number;
}

/** Learns weights from the older fixes and judges them by the newer: the past must help with what came after it. */
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
