import { type FeatureValues, pastFeatureNames } from './features.ts';

/**
 * Values with nothing of the past in them. Evidence is divided by its largest value, so that the few commits of a young
 * repository would speak as loudly as the thousands the weights were learned from.
 */
export function silencePast(values: FeatureValues): FeatureValues {
  const silent = pastFeatureNames.map((name) => [name, new Float64Array(values[name].length)]);
  return { ...values, ...Object.fromEntries(silent) };
}
