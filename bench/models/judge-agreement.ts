import type { JudgeVerdict } from '../../src/index.ts';
import { judgedUtility } from '../../src/judging/judge-answers.ts';
import type { JudgedQuestion } from './tested-judge.ts';

/** Table 8 of the CICL paper: how a judge agrees with another one that was asked the same. */
export interface JudgeAgreement {
  readonly questions: number;
  readonly candidates: number;
  /** Share of the answers of the first judge that were of the form asked for. */
  readonly parseRate: number;
  /** Of the five best of each question by utility, the share that both have. */
  readonly topJaccard: number;
  /** Mean over the questions; equal values share the mean of their ranks. */
  readonly spearman: number;
  /** Largest mean absolute error of the five numeric fields. */
  readonly worstError: number;
}

const top = 5;
const fields = [
  'actionShift',
  'necessity',
  'expectedOutcomeUplift',
  'negativeTransferRisk',
  'confidence',
] as const satisfies readonly (keyof JudgeVerdict)[];

/** @returns undefined where they were asked nothing alike */
export function compareJudges(
  asked: readonly JudgedQuestion[],
  reference: readonly JudgedQuestion[],
): JudgeAgreement | undefined {
  const known = new Map(reference.map((one) => [one.question, one]));
  const alike = asked.filter(({ question }) => known.get(question)?.verdicts !== undefined);
  const pairs = alike.flatMap(({ question, verdicts }) => {
    const other = known.get(question)?.verdicts;
    return verdicts === undefined || other === undefined ? [] : [{ verdicts, other }];
  });
  if (pairs.length === 0) return undefined;
  // Both are told of the same texts: their lengths say nothing of the two.
  const utilities = (verdicts: readonly JudgeVerdict[]) => verdicts.map((one) => judgedUtility(one, 0));
  const scored = pairs.map(({ verdicts, other }) => [utilities(verdicts), utilities(other)]);
  const errorOf = (field: (typeof fields)[number]) =>
    mean(
      pairs.flatMap(({ verdicts, other }) =>
        verdicts.map((verdict, at) => Math.abs(verdict[field] - (other[at]?.[field] ?? 0))),
      ),
    );
  return {
    questions: pairs.length,
    candidates: pairs.reduce((sum, { verdicts }) => sum + verdicts.length, 0),
    parseRate: pairs.length / alike.length,
    topJaccard: mean(scored.map(([own = [], other = []]) => jaccard(bestOf(own), bestOf(other)))),
    spearman: mean(scored.map(([own = [], other = []]) => correlation(ranks(own), ranks(other)))),
    worstError: Math.max(...fields.map(errorOf)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function bestOf(scores: readonly number[]): ReadonlySet<number> {
  return new Set(
    scores
      .map((_, at) => at)
      .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
      .slice(0, top),
  );
}

function jaccard(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const both = [...a].filter((one) => b.has(one)).length;
  return both / (a.size + b.size - both);
}

function ranks(scores: readonly number[]): readonly number[] {
  return scores.map((score) => {
    const before = scores.filter((other) => other > score).length;
    const alike = scores.filter((other) => other === score).length;
    return before + (alike + 1) / 2;
  });
}

/** 0 where one of the two says the same of all. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, ownA, ownB] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const [fromA, fromB] = [value - meanA, (b[at] ?? meanB) - meanB];
    both += fromA * fromB;
    ownA += fromA ** 2;
    ownB += fromB ** 2;
  }
  return ownA === 0 || ownB === 0 ? 0 : both / Math.sqrt(ownA * ownB);
}
