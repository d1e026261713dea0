import type { FailureComparison, FailureProfile } from '../../model/failure.ts';
import type { FailureSketch } from '../../model/failure-sketch.ts';
import { compareFailures, type FailureAtHand } from './compare-failures.ts';
import { ReadSketch } from './read-sketch.ts';

/** The sketch of a recorded failure; made from its excerpt where none was kept. */
export type SketchOf = (profile: FailureProfile) => FailureSketch;

/**
 * Compares the failure at hand with the occurrences of a known one; gives the comparison that agrees most. Occurrences of one failure may
 * read differently: each stands for itself.
 *
 * @param occurrences those beyond the first few are read only while none is the same
 */
export function compareOccurrences(
  asked: FailureAtHand,
  occurrences: readonly (() => readonly FailureProfile[])[],
  sketchOf: SketchOf,
): FailureComparison {
  let best: FailureComparison = { likeness: 0, strength: 'different' };
  for (const some of occurrences) {
    for (const profile of some()) {
      const one = compareFailures(asked, { profile, sketch: new ReadSketch(sketchOf(profile)) });
      if (isNearer(one, best)) best = one;
    }
    if (best.strength === 'same' && best.caveat === undefined) return best;
  }
  return best;
}

/** The same before the same but for a name, and both before the other; then what agrees more. */
export function isNearer(one: FailureComparison, other: FailureComparison): boolean {
  return rankOf(one) - rankOf(other) > 0;
}

function rankOf({ strength, caveat, likeness, excerptLikeness = 0 }: FailureComparison): number {
  const step = strength === 'same' ? (caveat === undefined ? 4 : 2) : 0;
  return step + likeness + excerptLikeness / 100;
}
