import { describe, expect, it } from 'vitest';
import { type FeatureName, featureNames } from '../../src/locate/features.ts';
import { strengths } from '../../tests/fakes/locate-strengths.ts';
import { classifyMiss } from './classify-miss.ts';
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

const often = Math.log1p(50) / 10;
/** Enough files that come first to miss what follows, by code and by past. */
const others: Readonly<Record<string, Values>> = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [`other${i}.py`, { bestChunk: 1, changeCount: often }]),
);

describe('rerank', () => {
  it('orders by weighted features, and what is equal by path', () => {
    const trace = traceOf([], { 'b.py': {}, 'c.py': { title: 1 }, 'a.py': {} });
    const weights = featureNames.map((name) => (name === 'title' ? 1 : 0));
    expect(rerank(trace, weights)).toEqual(['c.py', 'a.py', 'b.py']);
  });
});

describe('classifyMiss', () => {
  const missed = (values: Values) => classifyMiss(traceOf(['gold.py'], { ...others, 'gold.py': values }));

  it('has a class for every way to miss, the first rule that holds', () => {
    expect(classifyMiss(traceOf(['new.py'], others))).toBe('not a candidate');
    expect(missed({ changeCount: Math.log1p(2) / 10, similarToTitle: 1 })).toBe('insufficient history');
    expect(missed({ changeCount: often })).toBe('irrelevant retrieval');
    expect(missed({ changeCount: often, similarToTitle: 0.5 })).toBe('semantic misdirection');
    expect(missed({ changeCount: often, similarToTitle: 0.5, bestChunk: 1, title: 0.1 })).toBe('ranking');
  });

  it('has none for what is found', () => {
    expect(classifyMiss(traceOf(['other0.py'], others))).toBeUndefined();
  });
});
