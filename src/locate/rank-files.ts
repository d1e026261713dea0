import { softmax } from '../numeric/probabilities.ts';
import type { CodeFile } from '../ports/repository-index.ts';
import {
  type FeatureName,
  type FeatureValues,
  featureNames,
  type RankerWeights,
  shippedWeights,
} from './features.ts';

export interface RankedFile extends CodeFile {
  /** Position among the candidates. */
  readonly place: number;
  /** Comparable within one query only. */
  readonly score: number;
  /** Its share of the softmax over the likeliest files. */
  readonly share: number;
  /** Contribution of each feature to the score, largest first, without zeros. */
  readonly reasons: readonly (readonly [FeatureName, number])[];
}

/** Number of files in the softmax; the others have next to no share. */
export const poolSize = 200;

/** The source files that the fix most likely changes, best first, by Σ weight · value. */
export function rankFiles(
  files: readonly CodeFile[],
  values: FeatureValues,
  count: number,
  weights: RankerWeights = shippedWeights,
): readonly RankedFile[] {
  const parts = weigh(values, weights);
  const scores = new Float64Array(files.length);
  for (const { weight, own } of parts) {
    for (let place = 0; place < scores.length; place++)
      scores[place] = (scores[place] as number) + weight * (own[place] as number);
  }
  const pathOf = (place: number) => files[place]?.path ?? '';
  const order = [...scores.keys()].sort(
    (a, b) => (scores[b] as number) - (scores[a] as number) || (pathOf(a) < pathOf(b) ? -1 : 1),
  );
  const shares = softmax(Float64Array.from(order.slice(0, poolSize), (place) => scores[place] as number));
  return order.slice(0, count).map((place, rank) => ({
    ...(files[place] as CodeFile),
    place,
    score: scores[place] as number,
    share: shares[rank] ?? 0,
    reasons: reasonsFor(parts, place),
  }));
}

/** Contribution of a feature to each file's score. */
interface Part {
  readonly name: FeatureName;
  readonly weight: number;
  readonly own: Float64Array;
}

function weigh(values: FeatureValues, weights: RankerWeights): readonly Part[] {
  return featureNames.map((name, i) => ({ name, weight: weights[i] ?? 0, own: values[name] }));
}

function reasonsFor(parts: readonly Part[], place: number): RankedFile['reasons'] {
  return parts
    .map(({ name, weight, own }) => [name, weight * (own[place] as number)] as const)
    .filter(([, part]) => part !== 0)
    .sort(([, a], [, b]) => b - a);
}
