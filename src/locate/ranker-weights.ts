import { createHash } from 'node:crypto';
import { type FeatureName, featureNames, features } from './features.ts';

/** One weight for each feature, in the order of their names. */
export type RankerWeights = readonly number[];

export const shippedWeights: RankerWeights = featureNames.map((name) => features[name].weight);

/** Increased whenever a feature, the evidence of the confidence, or the question made from a past fix, is computed differently. */
const featureVersion = 2;
const digestDigits = 12;

/** Version of the features and the shipped weights; weights learned under another version are unusable. */
export const rankerVersion = `${featureVersion}.${createHash('sha256')
  .update(JSON.stringify([featureNames, shippedWeights]))
  .digest('hex')
  .slice(0, digestDigits)}`;

/** Weights by the names of their features. */
export function nameWeights(weights: RankerWeights): Readonly<Record<FeatureName, number>> {
  const named = featureNames.map((name, i) => [name, weights[i] ?? 0]);
  return Object.fromEntries(named) as Record<FeatureName, number>;
}

/** The reverse of {@link nameWeights}. */
export function listWeights(named: Readonly<Record<string, number>>): RankerWeights {
  return featureNames.map((name) => named[name] ?? 0);
}
