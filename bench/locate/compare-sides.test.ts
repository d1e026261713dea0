import { expect, it } from 'vitest';
import { type FeatureName, featureNames } from '../../src/locate/features.ts';
import { rerank } from './compare-sides.ts';

it('orders by features that are heard, and what is equal by path', () => {
  const values: readonly Partial<Record<FeatureName, number>>[] = [{}, { title: 1 }, {}];
  const rows = Float64Array.from(values.flatMap((own) => featureNames.map((name) => own[name] ?? 0)));
  const files = ['b.py', 'c.py', 'a.py'];
  expect(rerank({ files, rows }, (name) => name === 'title')).toEqual(['c.py', 'a.py', 'b.py']);
});
