import { imaginedOutcomes, transferRisk, type UtilityEstimates } from '../../../src/judging/utility.ts';
import type { UnitEvidence } from './evidence.ts';

/** Of a text that only mentions what is to be done, this much of the mention counts: it neither is the place nor says what to do there. */
const mentionShare = 0.5;
/** So many names that the task does not have suggest an action of their own, where none is planned. */
const namesOfAction = 3;

/** All terms of Eq. 3, estimated without a model. */
export function estimateByProxy(evidence: UnitEvidence): UtilityEstimates {
  return {
    actionShift: actionShift(evidence),
    necessity: necessity(evidence),
    outcomeGain: outcomeGain(evidence),
    transferRisk: transferRisk(evidence.unit),
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
