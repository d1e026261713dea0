import { describe, expect, it } from 'vitest';
import { type FeatureName, type FeatureValues, featureNames, normaliseFeatures } from './features.ts';
import { rankFiles } from './rank-files.ts';

const files = ['src/a.ts', 'src/b.ts', 'docs/c.ts'].map((path, blob) => ({ path, blob }));

function valuesOf(own: Partial<Record<FeatureName, readonly number[]>>): FeatureValues {
  return Object.fromEntries(
    featureNames.map((name) => [name, Float64Array.from(own[name] ?? files.map(() => 0))]),
  ) as FeatureValues;
}

describe('normaliseFeatures', () => {
  it('divides evidence by its largest value and leaves priors alone', () => {
    const { bestChunk, lastChange, title } = normaliseFeatures(
      valuesOf({ bestChunk: [2, 4, 0], lastChange: [-0.5, -0.2, 0] }),
    );
    expect([...bestChunk]).toEqual([0.5, 1, 0]);
    expect([...lastChange]).toEqual([-0.5, -0.2, 0]);
    expect([...title]).toEqual([0, 0, 0]);
  });
});

describe('rankFiles', () => {
  it('puts the file with most evidence first', () => {
    const values = valuesOf({ bestChunk: [0.4, 1, 0.2], namedPath: [0, 1, 0] });
    const [first] = rankFiles(files, values, 3);
    expect(first?.path).toBe('src/b.ts');
    expect(first?.reasons.map(([name]) => name)).toContain('namedPath');
  });

  it('has reasons that add up to the score', () => {
    const values = valuesOf({ bestChunk: [0.4, 1, 0.2], lastChange: [-0.3, -0.1, -0.9] });
    for (const { score, reasons } of rankFiles(files, values, 3))
      expect(reasons.reduce((sum, [, part]) => sum + part, 0)).toBeCloseTo(score);
  });

  it('orders files without evidence by path', () => {
    expect(rankFiles(files, valuesOf({}), 3).map(({ path }) => path)).toEqual([
      'docs/c.ts',
      'src/a.ts',
      'src/b.ts',
    ]);
  });

  it('holds auxiliary files back', () => {
    const values = valuesOf({ bestChunk: [0.9, 0.1, 1], auxiliary: [0, 0, 1] });
    expect(rankFiles(files, values, 3)[0]?.path).toBe('src/a.ts');
  });
});
