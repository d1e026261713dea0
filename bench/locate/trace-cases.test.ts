import { describe, expect, it } from 'vitest';
import { type FeatureName, featureNames } from '../../src/locate/features.ts';
import { strengths } from '../../tests/fakes/locate-strengths.ts';
import { type LocateTrace, rerank } from './trace-cases.ts';

type Values = Partial<Record<FeatureName, number>>;

/** Files in the product's order, each with what its features say. */
function traceOf(
  gold: readonly string[],
  files: Readonly<Record<string, Values>>,
  repo = 'a/b',
): LocateTrace {
  return {
    issue: { instance_id: '1', repo, base_commit: '', problem_statement: '', gold_files: gold },
    commitCount: 1_000,
    strengths,
    files: Object.keys(files),
    rows: Float64Array.from(
      Object.values(files).flatMap((values) => featureNames.map((name) => values[name] ?? 0)),
    ),
    right: Object.keys(files).flatMap((path, row) => (gold.includes(path) ? [row] : [])),
  };
}

describe('rerank', () => {
  it('orders by weighted features, and what is equal by path', () => {
    const trace = traceOf([], { 'b.py': {}, 'c.py': { title: 1 }, 'a.py': {} });
    const weights = featureNames.map((name) => (name === 'title' ? 1 : 0));
    expect(rerank(trace, weights)).toEqual(['c.py', 'a.py', 'b.py']);
  });
});
