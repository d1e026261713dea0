import type { RankingQuality, WeightComparison } from '../model/answers/file-location.ts';
import { pairedBootstrap } from '../numeric/bootstrap.ts';
import { fitListwise } from '../numeric/fit-listwise.ts';
import { softmax } from '../numeric/probabilities.ts';
import type { CodeFile, FixExample } from '../ports/repository-index.ts';
import { estimateConfidence } from './estimate-confidence.ts';
import {
  type FeatureValues,
  featureNames,
  featureOf,
  features,
  type RankerWeights,
  shippedWeights,
  silenceNamed,
} from './features.ts';
import { poolSize, rankFiles } from './rank-files.ts';

/** Share of the newest fixes held back for testing, and the least number of them. */
const heldBackShare = 0.25;
const fewestHeldBack = 30;
/** With fewer training fixes, an improvement cannot be told from chance. */
const fewestTaught = 30;

/** Least number of fixes for learning. */
export const fewestFixes = fewestTaught + fewestHeldBack;

export interface Adaptation {
  readonly own: RankerWeights;
  readonly isBetter: boolean;
  readonly comparison: WeightComparison;
  readonly taughtFixes: number;
  readonly heldBackFixes: number;
}

/**
 * Learns weights from the older fixes and tests them on the newer ones, as in use, where the past must predict later
 * changes.
 */
export function adaptWeights(oldestFirst: readonly FixExample[], seed: number): Adaptation {
  const heldBackFixes = Math.max(fewestHeldBack, Math.round(heldBackShare * oldestFirst.length));
  const taught = oldestFirst.slice(0, -heldBackFixes);
  const heldBack = oldestFirst.slice(-heldBackFixes);
  const own = matchSharpness(heldBack, fitOwnWeights(taught, seed));
  const comparison = compareWeights(heldBack, own, seed);
  return {
    own,
    comparison,
    isBetter: isBetter(comparison),
    taughtFixes: taught.length,
    heldBackFixes: heldBack.length,
  };
}

/** Scores of an example's files under some weights. */
export function scoreExample({ rows }: Pick<FixExample, 'rows'>, weights: RankerWeights): Float64Array {
  const width = weights.length;
  const scores = new Float64Array(rows.length / width);
  for (let row = 0; row < scores.length; row++) {
    let score = 0;
    for (let i = 0; i < width; i++) score += (weights[i] as number) * (rows[row * width + i] as number);
    scores[row] = score;
  }
  return scores;
}

/** Positions of an example's files, best first; ties keep the initial order. */
function orderByScore(scores: Float64Array): readonly number[] {
  return [...scores.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
}

/**
 * A past fix as a training example: the values of its likeliest files under the shipped weights, for the learnable
 * features.
 */
export function makeExample(
  files: readonly CodeFile[],
  values: FeatureValues,
  answers: readonly string[],
  strengths: FixExample['strengths'],
): FixExample {
  const heard = silenceNamed(values);
  const likeliest = rankFiles(files, heard, poolSize);
  const right = new Set(answers);
  return {
    rows: Float64Array.from(
      likeliest.flatMap(({ place }) => featureNames.map((name) => heard[name][place] ?? 0)),
    ),
    right: [...likeliest.keys()].filter((row) => right.has(likeliest[row]?.path ?? '')),
    answerCount: right.size,
    strengths,
  };
}

/**
 * How strongly weights are pulled towards the shipped ones. On held-back fixes and on issues of seven repositories, the
 * log loss is lowest between .01 and .1, with a flat optimum here.
 */
const pull = 0.03;
const options = { epochs: 24, learningRate: 0.01, batchSize: 16 } as const;

/** The shipped weights, adapted so that a repository's own fixes rank better. */
export function fitOwnWeights(
  examples: readonly FixExample[],
  seed: number,
  penalty: number = pull,
): RankerWeights {
  const weights = fitListwise(examples, {
    ...options,
    penalty,
    seed,
    nonNegative: featureNames.map((name) => features[name].kind === 'evidence'),
    initial: shippedWeights,
    anchor: shippedWeights,
  });
  return featureNames.map((name, i) => {
    const { isNamed, weight } = featureOf(name);
    return isNamed ? weight : (weights[i] ?? 0);
  });
}

const lowest = Math.log(0.1);
const highest = Math.log(10);
const steps = 40;
const smallestShare = 1e-12;

/**
 * Scales weights without changing the order of files, because the confidence was calibrated on the shipped weights'
 * scores. After scaling, both sets of weights need the same factor to fit the examples best (temperature scaling, Guo
 * et al. 2017).
 */
export function matchSharpness(examples: readonly FixExample[], own: RankerWeights): RankerWeights {
  const factor = bestSharpness(examples, own) / bestSharpness(examples, shippedWeights);
  return own.map((weight) => weight * factor);
}

/** The factor for scores with which their softmax is best calibrated. */
function bestSharpness(examples: readonly FixExample[], weights: RankerWeights): number {
  const scored = examples
    .filter(({ right }) => right.length > 0)
    .map((example) => ({ scores: scoreExample(example, weights), right: example.right }));
  const loss = (exponent: number) =>
    scored.reduce((sum, { scores, right }) => {
      const shares = softmax(scores.map((score) => score * Math.exp(exponent)));
      const logs = right.map((row) => Math.log(Math.max(smallestShare, shares[row] ?? 0)));
      return sum - logs.reduce((total, log) => total + log, 0) / right.length;
    }, 0);
  let [low, high] = [lowest, highest];
  for (let step = 0; step < steps; step++) {
    const third = (high - low) / 3;
    if (loss(low + third) < loss(high - third)) high -= third;
    else low += third;
  }
  return Math.exp((low + high) / 2);
}

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
