import { type FeatureValues, pastFeatureNames } from './features.ts';

/**
 * Sets all features of the history to zero. Evidence is normalised by its largest value, so the few commits of a young
 * repository would otherwise count as much as the thousands on which the weights were trained.
 */
export function silencePast(values: FeatureValues): FeatureValues {
  const silent = pastFeatureNames.map((name) => [name, new Float64Array(values[name].length)]);
  return { ...values, ...Object.fromEntries(silent) };
}
