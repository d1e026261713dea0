import { type CandidateEvidence, untold } from '../model/gate.ts';
import { logisticOf } from '../numeric/online-logistic.ts';
import { isClearlySame } from './is-clearly-same.ts';
import type { GateState } from './policy.ts';
import { fixesAmong } from './shown-candidates.ts';

/** Version of the covariates: models learned on others are not used. */
export const covariatesVersion = 2;

/** What the risk of the best candidate is weighed by, 0–1 each, and whether it raises or lowers the risk. */
export const riskSigns = {
  /** Its lines say that it is another failure. */
  is_other: 1,
  /** It is about another name of the same kind. */
  conflicts: 1,
  /** Mean of the signatures that both sides tell: command, path, stack, environment. */
  signatures: -1,
  /** Share of the names at hand that it has too. */
  entities: -1,
  /** Frames of the stack and what it ran in, once more by themselves: where two causes print one message, these part them. */
  stack: -1,
  environment: -1,
} as const;

const weighed = Object.keys(riskSigns).length;
/** Those, and whether it is the very same failure, with no other fix in sight. */
export const covariateCount = weighed + 1;

/** The covariates, in the order of {@link riskSigns}. */
export function riskCovariates({ candidates, match }: GateState): readonly number[] {
  const [best] = fixesAmong(candidates);
  const evidence = best?.evidence;
  const isClear =
    best !== undefined && !evidence?.isOther && !evidence?.conflicts && isClearlySame(match, [best]);
  return [
    evidence?.isOther ? 1 : 0,
    evidence?.conflicts ? 1 : 0,
    meanSignature(evidence),
    evidence?.entities ?? 0,
    evidence?.stack ?? 0,
    evidence === undefined ? 0 : (evidence.environment ?? untold),
    isClear ? 1 : 0,
  ];
}

function meanSignature(evidence: CandidateEvidence | undefined): number {
  if (evidence === undefined) return 0;
  const { command, path, stack, environment = untold } = evidence;
  const told = [command, path, stack, environment].filter((match) => match !== untold);
  return told.length === 0 ? untold : told.reduce((sum, match) => sum + match, 0) / told.length;
}

interface RiskWeights {
  /** The constant, then one for each of {@link riskSigns}. */
  readonly risk: readonly number[];
  /** Log-odds of the very same failure, as measured on real ones. */
  readonly same: number;
}

/**
 * Log-odds that what would be shown is wrong. That it is the very same failure, with no name against it and no other fix in sight, was
 * measured on real failures; the weights were learned on made ones. Of such a failure they may only say less than was measured.
 */
export function failureLogOdds({ risk, same }: RiskWeights, covariates: readonly number[]): number {
  const probability = logisticOf(risk, [1, ...covariates.slice(0, weighed)]);
  const logOdds = Math.log(probability / (1 - probability));
  return covariates[weighed] === 1 ? Math.min(logOdds, same) : logOdds;
}
