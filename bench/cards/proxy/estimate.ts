import { imaginedOutcomes, transferRisk, type UtilityEstimates } from '../../../src/judging/utility.ts';
import type { UnitEvidence } from './evidence.ts';

/** Weight of a mere mention of the action, by a text that is not the place and gives no advice about it. */
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
 * Δact of Eq. 1, whether the unit would change the chosen action: 1 for the object of a planned action, else the unit's share of
 * the action, or of names new to the task, which is halved unless the unit is advice.
 */
export function actionShift({ unit, actionShare, newNames, taskShare, isObject }: UnitEvidence): number {
  if (isObject) return 1;
  const isAdvice = unit.kind === 'rule' || unit.kind === 'memory' || unit.kind === 'failure';
  const suggested = taskShare * Math.min(1, newNames / namesOfAction);
  return Math.max(actionShare, suggested) * (isAdvice ? 1 : mentionShare);
}

/**
 * N of Eq. 1, whether success would be lost without the unit: its share of the names in the task and of the actions' needs beyond
 * it; a part that few other candidates hold weighs most.
 */
export function necessity({ taskShare, freshShare, isObject }: UnitEvidence): number {
  return Math.min(1, (taskShare + freshShare) / 2 + (isObject ? 0.25 : 0));
}

/** Δout of Eq. 1, the gain of tasks with the unit: successes less failures, over both and two imagined neutral ones. */
export function outcomeGain({ unit: { helped, failed } }: UnitEvidence): number {
  return Math.max(0, (helped - failed) / (helped + failed + imaginedOutcomes));
}
