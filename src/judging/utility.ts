/**
 * Estimates of the conceptual terms of Eq. 1, each 0–1, by the proxy or by a judge with the fields of Table
 * 1. A judge's confidence is no part of it: it never enters the score.
 */
export interface UtilityEstimates {
  readonly actionShift: number;
  readonly necessity: number;
  readonly outcomeGain: number;
  readonly transferRisk: number;
  readonly tokens: number;
}

/** α, γ, β, λ and the weight of the cost. */
export type UtilityWeights = Omit<UtilityEstimates, 'tokens'> & { readonly cost: number };

/** Weights of Eq. 3: set beforehand, not learned. */
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

/** Imagined outcomes without effect, so that one success proves little. */
export const imaginedOutcomes = 2;
const risks = { stale: 0.5, conflict: 0.3, doubt: 0.5, failed: 0.5 } as const;
const mostConflicts = 3;

/** Evidence against a memory. */
export interface JudgedRisk {
  /** How far it is believed, 0–1. */
  readonly confidence: number;
  /** It says itself, or its code does, that it may no longer hold. */
  readonly isStale: boolean;
  /** How often it helped before, and how often it did not. */
  readonly helped: number;
  readonly failed: number;
  /** Number of other memories that it contradicts. */
  readonly conflicts: number;
}

/** R of Eq. 1, would it lead astray? It is stale, contradicts others, is not believed, or did not help before. */
export function transferRisk({ isStale, conflicts, confidence, helped, failed }: JudgedRisk): number {
  const risk =
    (isStale ? risks.stale : 0) +
    risks.conflict * Math.min(1, conflicts / mostConflicts) +
    risks.doubt * (1 - confidence) +
    risks.failed * (failed / (helped + failed + imaginedOutcomes));
  return Math.min(1, risk);
}
