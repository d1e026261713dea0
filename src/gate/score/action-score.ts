import type { ScoreTree } from '../../model/evidence.ts';
import type { GateAction } from '../../model/gate.ts';

/** Weights of Eq. 17. */
export interface ScoreWeights {
  /** ρ */
  readonly adoption: number;
  /** μ, the risk budget's multiplier (Eq. 22) */
  readonly risk: number;
  /** λc, the cost budget's multiplier (Eq. 22) */
  readonly cost: number;
  /** w_u */
  readonly exploration: number;
  /** w_r */
  readonly riskExploration: number;
}

export const scoreWeights: ScoreWeights = {
  adoption: 0.2,
  risk: 2,
  cost: 0.3,
  exploration: 0.05,
  riskExploration: 0.25,
};

/** Estimates that an action is scored by. */
export interface ScoreInputs {
  /** Q: mean of r/γ, shrunk */
  readonly quality: number;
  /** A: adoption evidence */
  readonly adoption: number;
  /** FP: false-positive evidence */
  readonly falsePositive: number;
  /** C: share of the dearest available action's cost */
  readonly cost: number;
  /** N: judged feedback of all actions */
  readonly total: number;
  /** N(a) */
  readonly count: number;
  /** N_fp(a) */
  readonly falsePositives: number;
  /** p̂ctx(z) */
  readonly contextRisk: number;
  /** g(a, z) */
  readonly gain: number;
  /** h(a, z) */
  readonly hazard: number;
}

/**
 * What the risk's exploration term divides by. `printed`: the false positives of the action, as Eq. 17 says, so that the
 * penalty shrinks as false positives add up. `corrected`: how often it was judged at all, so that it shrinks with knowledge.
 */
export type ScoreForm = 'printed' | 'corrected';

export interface ActionScore {
  readonly action: GateAction;
  readonly value: number;
  readonly inputs: ScoreInputs;
}

/** Eq. 17. */
export function scoreAction(
  action: GateAction,
  inputs: ScoreInputs,
  form: ScoreForm,
  weights: ScoreWeights,
): ActionScore {
  const terms = termsOf(inputs, form, weights);
  let value = 0;
  for (const term of terms) value += term;
  return { action, value, inputs };
}

/** The terms in the order of the equation, each with its sign. */
function termsOf(inputs: ScoreInputs, form: ScoreForm, weights: ScoreWeights): readonly number[] {
  const spread = Math.log(inputs.total + 2);
  const seen = form === 'printed' ? inputs.falsePositives : inputs.count;
  return [
    inputs.quality,
    weights.adoption * inputs.adoption,
    -weights.risk * inputs.falsePositive,
    -weights.cost * inputs.cost,
    weights.exploration * Math.sqrt(spread / (inputs.count + 1)),
    -weights.riskExploration * Math.sqrt(spread / (seen + 1)) * inputs.contextRisk,
    inputs.gain,
    -inputs.hazard,
  ];
}

/** The score with all terms, for a receipt. */
export function explainScore(
  { value, inputs }: ActionScore,
  form: ScoreForm,
  weights: ScoreWeights,
): ScoreTree {
  const described: readonly string[] = [
    'Q: reward it brought so far, in units of γ',
    `+ ρ A: ${weights.adoption} × adopted ${share(inputs.adoption)}`,
    `− μ FP: ${weights.risk} × false positive ${share(inputs.falsePositive)}`,
    `− λc C: ${weights.cost} × cost ${share(inputs.cost)}`,
    `+ what is unknown of it, after ${inputs.count} of ${inputs.total} judgements`,
    `− what is unknown of its risk, ${form} form, where a false positive is ${share(inputs.contextRisk)} likely`,
    '+ g: reward expected in this state',
    '− h: risk expected in this state',
  ];
  return {
    value,
    description: 'S(a): Eq. 17',
    parts: termsOf(inputs, form, weights).map((term, i) => ({
      value: term,
      description: described[i] as string,
      parts: [],
    })),
  };
}

function share(value: number): string {
  return value.toFixed(2);
}
