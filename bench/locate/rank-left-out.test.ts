import { describe, expect, it } from 'vitest';
import { type FeatureName, featureNames } from '../../src/locate/features.ts';
import { strengths } from '../../tests/fakes/locate-strengths.ts';
import { fitWeights } from './fit-weights.ts';
import { judgeScores, leaveOneOut, scoreLeftOut } from './rank-left-out.ts';
import type { LocateTrace } from './trace-cases.ts';

/** Two files; `telling` speaks for the first, which is right, and `misleading` for the second. */
function example(repo: string, telling: FeatureName, misleading: FeatureName, number = 0): LocateTrace {
  const row = (own: FeatureName) => featureNames.map((name) => (name === own ? 1 : 0));
  const files = ['right.py', 'wrong.py'];
  return {
    issue: {
      instance_id: `${repo}-${number}`,
      repo,
      base_commit: 'base',
      problem_statement: '',
      gold_files: ['right.py'],
    },
    files,
    rows: Float64Array.from([...row(telling), ...row(misleading)]),
    right: [0],
    strengths,
    commitCount: 1_000,
  };
}

const twenty = Array.from({ length: 20 }, (_, number) => number);
const odd = twenty.map((number) => example('odd/one', 'title', 'phrases', number));
const usual = twenty.map((number) => example('usual/one', 'phrases', 'title', number));
const training = { issues: [], mined: [...odd, ...usual] };

describe('leaveOneOut', () => {
  it('lets a repository have no part in the weights it is judged by', () => {
    const outcomes = judgeScores(scoreLeftOut([...odd, ...usual], leaveOneOut(training)), new Map());
    expect(new Set(outcomes.map(({ ranks }) => ranks.first))).toEqual(new Set([2]));
  });

  it('gives hidden features no weight', () => {
    const weights = leaveOneOut(training, new Set(['phrases']))('odd/one');
    expect(weights[featureNames.indexOf('phrases')]).toBe(0);
  });
});

describe('fitWeights', () => {
  it('learns nothing of names from mined questions, which had none left', () => {
    const named = twenty.map((number) => example('a/b', 'namedPath', 'title', number));
    const at = featureNames.indexOf('namedPath');
    expect(fitWeights({ issues: [], mined: named })[at]).toBe(0);
    expect(fitWeights({ issues: named, mined: [] })[at]).toBeGreaterThan(0);
  });
});
