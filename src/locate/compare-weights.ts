import type { RankingQuality, WeightComparison } from '../model/answers/file-location.ts';
import { softmax } from '../numeric/fit-listwise.ts';
import { pairedBootstrap } from '../numeric/paired-bootstrap.ts';
import type { FixExample } from '../ports/repository-index.ts';
import { estimateConfidence } from './estimate-confidence.ts';
import { type RankerWeights, shippedWeights } from './ranker-weights.ts';
import { orderByScore, scoreExample } from './score-example.ts';

/**
 * Learned weights are adopted if they are better in this share of resamples and do not lose more complete answers than
 * they win.
 */
const enoughResamples = 0.9;
const comparedDepth = 5;
const judgedDepth = 10;
const binCount = 10;

/** Compares learned weights with the shipped ones on the same examples. */
export function compareWeights(
  examples: readonly FixExample[],
  own: RankerWeights,
  seed: number,
): WeightComparison {
  const before = examples.map((example) => rank(example, shippedWeights));
  const after = examples.map((example) => rank(example, own));
  const isWhole = ({ last }: Ranked) => last <= comparedDepth;
  const wonBy = (winners: readonly Ranked[], losers: readonly Ranked[]) =>
    winners.filter((one, i) => isWhole(one) && !isWhole(losers[i] as Ranked)).length;
  const gains = after.map(({ first }, i) => 1 / first - 1 / (before[i] as Ranked).first);
  const { mean, low, high, shareAbove } = pairedBootstrap(gains, seed);
  return {
    shipped: judge(before),
    own: judge(after),
    wins: wonBy(after, before),
    losses: wonBy(before, after),
    gain: mean,
    gainLow: low,
    gainHigh: high,
    shareBetter: shareAbove,
  };
}

/** Whether the learned weights have proven better. */
export function isBetter({ shareBetter, wins, losses }: WeightComparison): boolean {
  return shareBetter >= enoughResamples && wins >= losses;
}

interface Ranked {
  /** Ranks of the first and the last right file, from 1; infinite if a right file is not a candidate. */
  readonly first: number;
  readonly last: number;
  /** The first ten files: confidence, and whether the file is right. */
  readonly promises: readonly { readonly confidence: number; readonly isKept: boolean }[];
}

function rank(example: FixExample, weights: RankerWeights): Ranked {
  const { right, answerCount, strengths } = example;
  const scores = scoreExample(example, weights);
  const shares = softmax(scores);
  const order = orderByScore(scores);
  const ranks = right.map((row) => order.indexOf(row) + 1);
  return {
    first: Math.min(Number.POSITIVE_INFINITY, ...ranks),
    last: ranks.length < answerCount ? Number.POSITIVE_INFINITY : Math.max(...ranks),
    promises: order.slice(0, judgedDepth).map((row) => ({
      confidence: estimateConfidence({ share: shares[row] ?? 0, ...strengths }),
      isKept: right.includes(row),
    })),
  };
}

function judge(ranked: readonly Ranked[]): RankingQuality {
  const count = (test: (one: Ranked) => boolean) => ranked.filter(test).length;
  return {
    allInFirst: count(({ last }) => last === 1),
    allInFirst5: count(({ last }) => last <= comparedDepth),
    hitFirst: count(({ first }) => first === 1),
    meanReciprocalRank: ranked.reduce((sum, { first }) => sum + 1 / first, 0) / Math.max(1, ranked.length),
    calibrationError: calibrationError(ranked.flatMap(({ promises }) => promises)),
  };
}

/** Expected calibration error over ten bins of equal width. */
function calibrationError(promises: Ranked['promises']): number {
  const binOf = ({ confidence }: Ranked['promises'][number]) =>
    Math.min(binCount - 1, Math.floor(confidence * binCount));
  const distances = [...Map.groupBy(promises, binOf).values()].map((bin) =>
    Math.abs(bin.reduce((sum, { confidence, isKept }) => sum + confidence - (isKept ? 1 : 0), 0)),
  );
  return distances.reduce((sum, distance) => sum + distance, 0) / Math.max(1, promises.length);
}
