/** A weighted sum of the features. */
export interface LinearRanker {
  readonly kind: 'linear';
  readonly version: number;
  /** One for each feature. */
  readonly weights: readonly number[];
}

/** Two layers: hidden units that are cut at zero, then a weighted sum. */
export interface TwoLayerRanker {
  readonly kind: 'two_layer';
  readonly version: number;
  /** Unit by unit, one weight for each feature. */
  readonly hidden: readonly (readonly number[])[];
  readonly hiddenBias: readonly number[];
  readonly output: readonly number[];
}

/** Orders units by features; its scores compare units of one task, and mean nothing else. */
export type Ranker = LinearRanker | TwoLayerRanker;

/** @param features see `unitFeatures` */
export function rankerScore(ranker: Ranker, features: ArrayLike<number>): number {
  if (ranker.kind === 'linear') return product(ranker.weights, features);
  return ranker.hidden.reduce(
    (sum, row, at) =>
      sum +
      (ranker.output[at] as number) * Math.max(0, product(row, features) + (ranker.hiddenBias[at] as number)),
    0,
  );
}

function product(weights: readonly number[], features: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += (weights[at] as number) * (features[at] as number);
  return sum;
}
