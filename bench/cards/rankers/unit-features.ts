import { costOf, utilityOf } from '../../../src/judging/utility.ts';
import { estimateByProxy } from '../proxy/estimate.ts';
import type { JudgedUnit, UnitEvidence } from '../proxy/evidence.ts';

const unitKinds = [
  'file',
  'symbol',
  'memory',
  'rule',
  'failure',
  'strategy',
] as const satisfies readonly JudgedUnit['kind'][];

/**
 * Features of a unit for rankers, in this order: all known when it is chosen, none from a judge. `docs/research/cards.md` describes
 * each. Another list needs another {@link featuresVersion}.
 */
export const unitFeatureNames = [
  ...['action_shift', 'necessity', 'outcome_gain', 'transfer_risk', 'cost', 'utility'],
  ...['retrieval', 'task_share', 'task_overlap', 'source_share', 'action_share', 'fresh_share'],
  ...['is_action_object', 'new_names', 'token_cost', 'confidence', 'is_stale', 'conflict_degree'],
  'history_success',
  ...unitKinds.map((kind) => `is_${kind}`),
] as const;

/** Raised whenever a feature means something else. */
export const featuresVersion = 1;

const manyTokens = 1_000;
const manyNames = 10;
const manyConflicts = 5;

/** The 25 features, each 0–1 but for the utility. */
export function unitFeatures(evidence: UnitEvidence): Float64Array {
  const { unit, taskShare, overlap, sourceShare, actionShare, freshShare, isObject, newNames } = evidence;
  const estimates = estimateByProxy(evidence);
  const { actionShift, necessity, outcomeGain, transferRisk } = estimates;
  return Float64Array.of(
    ...[actionShift, necessity, outcomeGain, transferRisk, costOf(estimates), utilityOf(estimates)],
    ...[unit.retrieval, taskShare, overlap, sourceShare, actionShare, freshShare],
    isObject ? 1 : 0,
    Math.min(1, newNames / manyNames),
    Math.min(1, unit.tokens / manyTokens),
    unit.confidence,
    unit.isStale ? 1 : 0,
    Math.min(1, unit.conflicts / manyConflicts),
    unit.helped + unit.failed === 0 ? 0.5 : unit.helped / (unit.helped + unit.failed),
    ...unitKinds.map((kind) => (kind === unit.kind ? 1 : 0)),
  );
}
