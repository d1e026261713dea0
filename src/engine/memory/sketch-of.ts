import type { FailureProfile, FailureSketch } from '../../model/failure.ts';
import { sketchExcerpt } from '../../query/told/sketch-failure.ts';

/** The sketch of a recorded failure. What was recorded before sketches of lines were kept is sketched from its excerpt. */
export function sketchOf({ sketch, excerpt }: FailureProfile): FailureSketch {
  return sketch ?? sketchExcerpt(excerpt);
}
