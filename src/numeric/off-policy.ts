import { seededRandom } from './seeded-random.ts';

/** A logged decision with its reward, and what another policy would have done there. */
export interface LoggedReward {
  readonly reward: number;
  /** Probability with which the logged action was taken. */
  readonly propensity: number;
  /** Probability with which the other policy takes the logged action. */
  readonly targetPropensity: number;
  /** Reward that a model expects of the logged action. */
  readonly expected: number;
  /** Reward that the model expects of what the other policy does. */
  readonly targetExpected: number;
}

/** 95 % percentile interval of a bootstrap. */
interface EstimatedValue {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Mean reward of a policy, estimated from the log of another. */
export interface OffPolicyEstimate {
  readonly count: number;
  /** Decisions that the other policy would have taken as well. */
  readonly matched: number;
  /** (Σ w)² / Σ w²: as many decisions of its own would tell as much. */
  readonly effectiveSampleSize: number;
  /** Inverse propensity scoring: unbiased where each of its actions had a chance. */
  readonly ips: EstimatedValue;
  /** The same divided by the weights' mean: less spread, a little bias. */
  readonly snips: EstimatedValue;
  /** Doubly robust (Dudík et al. 2011): right where the propensities are, or the model is. */
  readonly dr: EstimatedValue;
}

const resamples = 1_000;
const tail = 0.025;

/** Estimates a policy's mean reward from a log, by three estimators. Deterministic. NaN where nothing of the log tells. */
export function estimateOffPolicy(log: readonly LoggedReward[], seed: number): OffPolicyEstimate {
  const terms = log.map(({ reward, propensity, targetPropensity, expected, targetExpected }) => {
    const weight = targetPropensity / propensity;
    return { weight, ips: weight * reward, dr: targetExpected + weight * (reward - expected) };
  });
  const weights = terms.map(({ weight }) => weight);
  const squares = sum(weights.map((weight) => weight ** 2));
  const bootstrap = bootstrapOf(terms.length, seed);
  const mean = (values: readonly number[]) => bootstrap((at) => averageAt(values, at));
  const ips = terms.map((one) => one.ips);
  return {
    count: log.length,
    matched: weights.filter((weight) => weight > 0).length,
    effectiveSampleSize: squares === 0 ? 0 : sum(weights) ** 2 / squares,
    ips: mean(ips),
    snips: bootstrap((at) => averageAt(ips, at) / averageAt(weights, at)),
    dr: mean(terms.map((one) => one.dr)),
  };
}

type Statistic = (positions: Uint32Array) => number;

/** A statistic of all, and its spread over the same resamples for every statistic. */
function bootstrapOf(count: number, seed: number): (statistic: Statistic) => EstimatedValue {
  const random = seededRandom(seed);
  const all = Uint32Array.from({ length: count }, (_, at) => at);
  const drawn = Array.from({ length: resamples }, () =>
    Uint32Array.from({ length: count }, () => Math.floor(random() * count)),
  );
  return (statistic) => {
    const values = drawn
      .map(statistic)
      .filter(Number.isFinite)
      .sort((a, b) => a - b);
    return {
      value: statistic(all),
      low: values[Math.floor(tail * values.length)] ?? Number.NaN,
      high: values[Math.ceil((1 - tail) * values.length) - 1] ?? Number.NaN,
    };
  };
}

function averageAt(values: readonly number[], positions: Uint32Array): number {
  let total = 0;
  for (const at of positions) total += values[at] as number;
  return total / positions.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
