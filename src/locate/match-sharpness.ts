import { softmax } from '../numeric/fit-listwise.ts';
import type { FixExample } from '../ports/repository-index.ts';
import { type RankerWeights, shippedWeights } from './ranker-weights.ts';
import { scoreExample } from './score-example.ts';

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
