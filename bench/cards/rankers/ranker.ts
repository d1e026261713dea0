import { featuresVersion, unitFeatureNames } from './unit-features.ts';

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

/**
 * A ranker as JSON. What was learned on other features, or holds what is no number, would order by chance.
 * @throws RangeError
 */
export function readRanker(text: string): Ranker {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw unusable('it is no JSON', cause);
  }
  return requireRanker(parsed);
}

/** @throws RangeError */
export function requireRanker(candidate: unknown): Ranker {
  const ranker = (candidate ?? {}) as Partial<TwoLayerRanker> & Partial<Omit<LinearRanker, 'kind'>>;
  if (ranker.version !== featuresVersion)
    throw unusable(
      `it is of version ${String(ranker.version)}, and features of version ${featuresVersion} are read`,
    );
  const kind: unknown = ranker.kind;
  const rows = kind === 'linear' ? [ranker.weights] : kind === 'two_layer' ? ranker.hidden : undefined;
  if (rows === undefined || !Array.isArray(rows)) throw unusable('it is neither linear nor two_layer');
  const width = unitFeatureNames.length;
  if (rows.length === 0 || !rows.every((row) => areNumbers(row, width)))
    throw unusable(`it needs ${width} finite weights, one for each feature`);
  if (
    kind === 'two_layer' &&
    !(areNumbers(ranker.hiddenBias, rows.length) && areNumbers(ranker.output, rows.length))
  )
    throw unusable('its layers do not fit together, or hold what is no finite number');
  return candidate as Ranker;
}

function areNumbers(row: unknown, length: number): boolean {
  return Array.isArray(row) && row.length === length && row.every(Number.isFinite);
}

function unusable(reason: string, cause?: unknown): RangeError {
  return new RangeError(
    `This ranker cannot be used: ${reason}. Learn it anew: npm run bench -- cards --suite rankers.`,
    { cause },
  );
}

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
