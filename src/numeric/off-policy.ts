import type { PolicyEstimate, ValueEstimate } from '../model/answers/gate-report.ts';
import { averageAt, bootstrapOf } from './bootstrap.ts';

/** A logged decision with its reward, and that of another policy there. */
export interface LoggedReward {
  readonly reward: number;
  /** Probability with which the logged action was taken. */
  readonly propensity: number;
  /** Probability with which the other policy takes the logged action. */
  readonly targetPropensity: number;
  /** Reward that a model expects of the logged action. */
  readonly expected: number;
  /** Reward that the model expects of the other policy's action. */
  readonly targetExpected: number;
}

/** Mean reward of a policy, estimated from the log of another. */
export interface OffPolicyEstimate extends Omit<PolicyEstimate, 'policy'> {
  readonly count: number;
}

const resamples = 1_000;
/** Resamples of fewer are too much alike for an interval: of two that are equal it would have no width. */
const fewestForInterval = 10;

/** A policy's mean reward from a log, by three estimators; deterministic. NaN where the log tells too little. */
export function estimateOffPolicy(log: readonly LoggedReward[], seed: number): OffPolicyEstimate {
  const terms = log.map(({ reward, propensity, targetPropensity, expected, targetExpected }) => {
    const weight = targetPropensity / propensity;
    return { weight, ips: weight * reward, dr: targetExpected + weight * (reward - expected) };
  });
  const weights = terms.map(({ weight }) => weight);
  const squares = sum(weights.map((weight) => weight ** 2));
  const bootstrap = bootstrapOf(terms.length, seed, resamples);
  const effectiveSampleSize = squares === 0 ? 0 : sum(weights) ** 2 / squares;
  const hasSupport = Math.min(terms.length, effectiveSampleSize) >= fewestForInterval;
  const estimate = (statistic: Parameters<typeof bootstrap>[0]): ValueEstimate => {
    const { value, low, high } = bootstrap(statistic);
    return hasSupport ? { value, low, high } : { value, low: Number.NaN, high: Number.NaN };
  };
  const mean = (values: readonly number[]) => estimate((at) => averageAt(values, at));
  const ips = terms.map((one) => one.ips);
  return {
    count: log.length,
    matched: weights.filter((weight) => weight > 0).length,
    effectiveSampleSize,
    ips: mean(ips),
    snips: estimate((at) => averageAt(ips, at) / averageAt(weights, at)),
    dr: mean(terms.map((one) => one.dr)),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
