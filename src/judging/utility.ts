import type { UnitEvidence } from './evidence.ts';

/**
 * Estimates of the conceptual terms of Eq. 1, each 0–1, whoever made them: the proxy, or a judge with the fields of Table 1. A
 * judge's confidence is no part of it: it never enters the score.
 */
interface UtilityEstimates {
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

/** Of a text that only mentions what is to be done, this much of the mention counts: it neither is the place nor says what to do there. */
const mentionShare = 0.5;
/** So many names that the task does not have suggest an action of their own, where none is planned. */
const namesOfAction = 3;
/** Imagined outcomes without effect, so that one success proves little. */
const imaginedOutcomes = 2;
const risks = { stale: 0.5, conflict: 0.3, doubt: 0.5, failed: 0.5 } as const;
const mostConflicts = 3;

/** All terms of Eq. 3, estimated without a model. */
export function estimateByProxy(evidence: UnitEvidence): UtilityEstimates {
  return {
    actionShift: actionShift(evidence),
    necessity: necessity(evidence),
    outcomeGain: outcomeGain(evidence),
    transferRisk: transferRisk(evidence),
    tokens: evidence.unit.tokens,
  };
}

/**
 * Δact of Eq. 1, would another action be chosen with the unit than without? What a planned action is about decides it; advice decides it as far as it speaks
 * of the action, and a mere mention half as far. Where nothing is planned, names that are new to the task stand for the action they suggest.
 */
export function actionShift({ unit, actionShare, newNames, taskShare, isObject }: UnitEvidence): number {
  if (isObject) return 1;
  const isAdvice = unit.kind === 'rule' || unit.kind === 'memory' || unit.kind === 'failure';
  const suggested = taskShare * Math.min(1, newNames / namesOfAction);
  return Math.max(actionShare, suggested) * (isAdvice ? 1 : mentionShare);
}

/**
 * N of Eq. 1, would success be lost without the unit? The share that it holds of what the task names and of what the actions need beyond the task; what few other
 * candidates hold weighs most.
 */
export function necessity({ taskShare, freshShare, isObject }: UnitEvidence): number {
  return Math.min(1, (taskShare + freshShare) / 2 + (isObject ? 0.25 : 0));
}

/** Δout of Eq. 1, how much better tasks went with the unit: successes less failures, over both and two imagined ones without effect. */
export function outcomeGain({ unit: { helped, failed } }: UnitEvidence): number {
  return Math.max(0, (helped - failed) / (helped + failed + imaginedOutcomes));
}

/** R of Eq. 1, would it lead astray? It is stale, contradicts others, is not believed, or did not help before. */
export function transferRisk({ unit }: UnitEvidence): number {
  const { isStale, conflicts, confidence, helped, failed } = unit;
  const risk =
    (isStale ? risks.stale : 0) +
    risks.conflict * Math.min(1, conflicts / mostConflicts) +
    risks.doubt * (1 - confidence) +
    risks.failed * (failed / (helped + failed + imaginedOutcomes));
  return Math.min(1, risk);
}
