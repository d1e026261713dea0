import type { ScoreTree } from '../model/evidence.ts';

/**
 * Estimates of the conceptual terms of Eq. 1, each 0–1, whoever made them: the proxy, or a judge with the fields of Table 1. A
 * judge's confidence is no part of it: it never enters the score.
 */
export interface UtilityEstimates {
  readonly actionShift: number;
  readonly necessity: number;
  readonly outcomeGain: number;
  readonly transferRisk: number;
  readonly tokens: number;
}

/** α, γ, β, λ and the weight of the cost. */
export interface UtilityWeights {
  readonly actionShift: number;
  readonly necessity: number;
  readonly outcomeGain: number;
  readonly transferRisk: number;
  readonly cost: number;
}

/** Of Eq. 3: set beforehand, not learned. */
export const fixedWeights: UtilityWeights = {
  actionShift: 0.34,
  necessity: 0.26,
  outcomeGain: 0.28,
  transferRisk: 0.22,
  cost: 0.08,
};

const tokensOfCost = 1_000;
const riskOfCost = 0.2;

/** The bounded cost of Section 3.2: min(1, tokens / 1000 + 0.2 R). */
export function costOf({ tokens, transferRisk }: Pick<UtilityEstimates, 'tokens' | 'transferRisk'>): number {
  return Math.min(1, tokens / tokensOfCost + riskOfCost * transferRisk);
}

/** s of Eq. 3: 0.34 Δact + 0.26 N + 0.28 Δout − 0.22 R − 0.08 cost. Between −0.3 and 0.88. */
export function utilityOf(estimates: UtilityEstimates, weights: UtilityWeights = fixedWeights): number {
  return (
    weights.actionShift * estimates.actionShift +
    weights.necessity * estimates.necessity +
    weights.outcomeGain * estimates.outcomeGain -
    weights.transferRisk * estimates.transferRisk -
    weights.cost * costOf(estimates)
  );
}

/** The same with its terms. */
export function explainUtility(estimates: UtilityEstimates): ScoreTree {
  const { actionShift, necessity, outcomeGain, transferRisk } = estimates;
  const part = (description: string, weight: number, value: number): ScoreTree => ({
    value: weight * value,
    description: `${weight} × ${value.toFixed(2)}: ${description}`,
    parts: [],
  });
  return {
    value: utilityOf(estimates),
    description: 's, estimated without a model',
    parts: [
      part('it changes what is done next', fixedWeights.actionShift, actionShift),
      part('nothing else says it', fixedWeights.necessity, necessity),
      part('tasks went better with it', fixedWeights.outcomeGain, outcomeGain),
      part('it may lead astray', -fixedWeights.transferRisk, transferRisk),
      part('it takes room', -fixedWeights.cost, costOf(estimates)),
    ],
  };
}
