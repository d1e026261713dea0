import { largestOf } from '../numeric/largest-of.ts';
import { type FeatureValues, featureNames, features } from './features.ts';

/**
 * Divides evidence by its largest value for this query, so that a weight means the same for every query; priors stay
 * unchanged.
 */
export function normaliseFeatures(values: FeatureValues): FeatureValues {
  const normal = featureNames.map((name) => {
    const own = values[name];
    return [name, features[name].kind === 'evidence' ? divideByLargest(own) : own];
  });
  return Object.fromEntries(normal) as FeatureValues;
}

function divideByLargest(values: Float64Array): Float64Array {
  const largest = largestOf(values);
  if (largest === 0) return values;
  const shares = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) shares[i] = (values[i] as number) / largest;
  return shares;
}
