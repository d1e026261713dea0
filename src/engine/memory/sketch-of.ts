import type { FailureProfile, FailureSketch } from '../../model/failure.ts';
import { sketchExcerpt } from '../../query/told/sketch-failure.ts';

/** Returns the sketch of a recorded failure; an older record without a sketch of lines is sketched from its excerpt. */
export function sketchOf({ sketch, excerpt }: FailureProfile): FailureSketch {
  return sketch ?? sketchExcerpt(excerpt);
}
