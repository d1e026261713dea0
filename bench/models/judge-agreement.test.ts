import { expect, it } from 'vitest';
import type { JudgeVerdict } from '../../src/index.ts';
import { compareJudges } from './judge-agreement.ts';
import type { JudgedQuestion } from './tested-judge.ts';

const said = (question: string, ...shares: readonly number[]): JudgedQuestion => ({
  question,
  verdicts: shares.map((share, at) => ({
    ...{
      id: `n${at}` as JudgeVerdict['id'],
      actionShift: share,
      necessity: share,
      expectedOutcomeUplift: share,
    },
    ...{ negativeTransferRisk: 0, confidence: 0.5 },
  })),
});

it('agrees wholly with itself', () => {
  const own = [said('a', 0.1, 0.2, 0.9, 0.4, 0.5, 0.6)];
  expect(compareJudges(own, own)).toEqual({
    ...{ questions: 1, candidates: 6, parseRate: 1, topJaccard: 1, worstError: 0 },
    spearman: expect.closeTo(1),
  });
});

it('counts what the other way round, a missing answer and other numbers mean', () => {
  const reference = [said('a', 0, 0.2, 0.4, 0.6, 0.8, 1), said('b', 0, 1)];
  const asked = [said('a', 1, 0.8, 0.6, 0.4, 0.2, 0), { question: 'b' }, said('c', 1)];
  expect(compareJudges(asked, reference)).toEqual({
    ...{ questions: 1, candidates: 6, parseRate: 0.5 },
    // Five of six each, four in common.
    ...{ topJaccard: expect.closeTo(4 / 6), spearman: expect.closeTo(-1), worstError: expect.closeTo(0.6) },
  });
  expect(compareJudges([said('c', 1)], reference)).toBeUndefined();
});

it('shares the ranks of equals: Spearman of 1, 1, 0 beside 1, 0, 0 is one half', () => {
  expect(compareJudges([said('a', 1, 1, 0)], [said('a', 1, 0, 0)])?.spearman).toBeCloseTo(0.5);
});
