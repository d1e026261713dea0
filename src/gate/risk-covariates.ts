import { type CandidateEvidence, untold } from '../model/gate-state.ts';
import { logisticOf } from '../numeric/online-logistic.ts';
import type { GateState } from './policy.ts';
import { fixesAmong } from './shown-candidates.ts';

/** Version of the covariates: models learned on others are not used. */
export const covariatesVersion = 1;
export const covariateCount = 7;

/**
 * What the risk is estimated from beside the state's row, 0–1 each: how alike the outputs are, whether it is the very same failure,
 * whether anything says that it is another, whether names conflict, whether another fix comes near, how much more alike it
 * is than the next one, and the worst of the signatures that can be told: one that contradicts outweighs others that agree.
 */
export function riskCovariates({ candidates, match }: GateState): readonly number[] {
  const [best, next] = fixesAmong(candidates);
  const evidence = best?.evidence;
  const likeness = evidence?.likeness ?? 0;
  return [
    likeness,
    best?.strength === 'same' ? 1 : 0,
    evidence?.isOther ? 1 : 0,
    evidence?.conflicts ? 1 : 0,
    match?.status === 'ambiguous' ? 1 : 0,
    Math.max(0, likeness - (next?.evidence?.likeness ?? 0)),
    leastSignature(evidence),
  ];
}

function leastSignature(evidence: CandidateEvidence | undefined): number {
  if (evidence === undefined) return 0;
  const told = [evidence.command, evidence.path, evidence.stack].filter((match) => match !== untold);
  return told.length === 0 ? untold : Math.min(...told);
}

/** Where each stands in the covariates. */
const places = { same: 1, isOther: 2, conflicts: 3, ambiguous: 4 } as const;

/**
 * Log-odds that what would be shown is wrong. That it is the very same failure, with no name against it and no other fix in sight, was
 * measured on real failures; the weights were learned on made ones. Of such a failure they may only say less than was measured.
 *
 * @param ofSame log-odds as measured for the very same failure
 */
export function failureLogOdds(
  weights: readonly number[],
  ofSame: number,
  row: readonly number[],
  covariates: readonly number[],
): number {
  const logOdds = riskLogOdds(weights, row, covariates);
  const isClear =
    covariates[places.same] === 1 &&
    [places.isOther, places.conflicts, places.ambiguous].every((at) => covariates[at] === 0);
  return isClear ? Math.min(logOdds, ofSame) : logOdds;
}

/** Log-odds that what would be shown is wrong, by weights alone. */
export function riskLogOdds(
  weights: readonly number[],
  row: readonly number[],
  covariates: readonly number[],
): number {
  const probability = logisticOf(weights, [...row, ...covariates]);
  return Math.log(probability / (1 - probability));
}
