import { expect, it } from 'vitest';
import { type FeatureValues, featureNames, featureOf, silencePast } from './features.ts';

it('takes from a file what the past says of it, and nothing else', () => {
  const values = Object.fromEntries(
    featureNames.map((name) => [name, Float64Array.of(-0.5, 1)]),
  ) as FeatureValues;
  const silent = silencePast(values);
  const spared = featureNames.filter((name) => silent[name].some((value) => value !== 0));
  expect(spared).toEqual(featureNames.filter((name) => featureOf(name).from !== 'history'));
  expect(silent.bestChunk).toEqual(Float64Array.of(-0.5, 1));
  expect(silent.lastChange).toHaveLength(2);
});
