import { describe, expect, it } from 'vitest';
import { strengths } from '../../tests/fakes/locate-strengths.ts';
import { makeExample } from './adapt-weights.ts';
import { type FeatureName, type FeatureValues, featureNames } from './features.ts';

const files = ['src/a.ts', 'src/b.ts', 'src/c.ts'].map((path, blob) => ({ path, blob }));

function valuesOf(own: Partial<Record<FeatureName, readonly number[]>>): FeatureValues {
  return Object.fromEntries(
    featureNames.map((name) => [name, Float64Array.from(own[name] ?? files.map(() => 0))]),
  ) as FeatureValues;
}

describe('makeExample', () => {
  it('lists the likeliest files first, and says which are right', () => {
    const values = valuesOf({ bestChunk: [0.1, 1, 0.5] });
    const { rows, right, answerCount } = makeExample(files, values, ['src/c.ts', 'gone.ts'], strengths);
    const at = featureNames.indexOf('bestChunk');
    expect([0, 1, 2].map((row) => rows[row * featureNames.length + at])).toEqual([1, 0.5, 0.1]);
    expect({ right, answerCount }).toEqual({ right: [1], answerCount: 2 });
  });

  it('hears nothing of what names a file, since questions that do were left out', () => {
    const values = valuesOf({ bestChunk: [1, 0, 0], namedPath: [0, 1, 0], traceback: [0, 1, 0] });
    const { rows, right } = makeExample(files, values, ['src/a.ts'], strengths);
    expect(right).toEqual([0]);
    expect(rows[featureNames.length + featureNames.indexOf('namedPath')]).toBe(0);
  });
});
