import type { FailureComparison, FailureProfile, FailureSketch } from '../../model/failure.ts';
import { compareFailures, type FailureAtHand } from './compare-failures.ts';
import { ReadSketch } from './read-sketch.ts';

/** A shorter name stands in many words. */
const shortestName = 3;

/** The sketch of a recorded failure; made from its excerpt where none was kept. */
export type SketchOf = (profile: FailureProfile) => FailureSketch;

/**
 * Compares the failure at hand with the occurrences of a known one; gives the comparison that agrees most. Occurrences of one failure may
 * read differently: each stands for itself.
 *
 * @param occurrences those beyond the first few are read only while none is the same
 * @param fix what the known failure's memory says to do: where it speaks of the name that another one replaces here, it is no fix of this
 */
export function compareOccurrences(
  asked: FailureAtHand,
  occurrences: readonly (() => readonly FailureProfile[])[],
  { sketchOf, fix }: { readonly sketchOf: SketchOf; readonly fix: string },
): FailureComparison {
  const nearest = nearestOccurrence(asked, occurrences, sketchOf);
  const replaced = nearest.caveat?.knownSays;
  if (replaced === undefined || !speaksOf(fix, replaced)) return nearest;
  const { caveat, ...rest } = nearest;
  return {
    ...rest,
    strength: 'similar',
    isOther: true,
    reason: `its fix is about ${replaced}, which is not in this failure`,
  };
}

function nearestOccurrence(
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

/** By its last part, as words of its own: a fix rarely repeats the folders of a path, and `run` is no part of `prune`. */
function speaksOf(fix: string, name: string): boolean {
  const last = wordsIn(name.slice(name.search(/[^/\\]*[/\\]*$/)));
  return last.trim().length >= shortestName && wordsIn(fix).includes(last);
}

/** Lower-case words between single spaces, one at each end. */
function wordsIn(text: string): string {
  return ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
}

/** The same before the same but for a name, and both before the other; then what agrees more. */
export function isNearer(one: FailureComparison, other: FailureComparison): boolean {
  return rankOf(one) - rankOf(other) > 0;
}

function rankOf({ strength, caveat, likeness, excerptLikeness = 0 }: FailureComparison): number {
  const step = strength === 'same' ? (caveat === undefined ? 4 : 2) : 0;
  return step + likeness + excerptLikeness / 100;
}
