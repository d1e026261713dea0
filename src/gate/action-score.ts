import type { OutcomeKind } from '../model/decision.ts';
import { leaf, type ScoreTree } from '../model/evidence.ts';
import { type GateAction, gateActions } from '../model/gate.ts';
import {
  emptyLogistic,
  emptyRidge,
  logisticOf,
  type OnlineLogistic,
  predictRidge,
  type RidgeModel,
  updateLogistic,
  updateRidge,
} from '../numeric/online-models.ts';
import { isInjection } from './actions.ts';
import type { JudgedDecision, KnownNumber } from './policy.ts';
import { rowLength } from './state-vector.ts';

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

interface ScoreInputs {
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
 * Divisor of the risk's exploration term. `printed`: the action's false positives, as in Eq. 17, so that the penalty
 * shrinks as they add up. `corrected`: how often it was judged at all, so that it shrinks with knowledge.
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
    parts: termsOf(inputs, form, weights).map((term, i) => leaf(term, described[i] as string)),
  };
}

function share(value: number): string {
  return value.toFixed(2);
}

/** Outcomes of one action so far. */
export interface ActionStatistics {
  /** Judged feedback. */
  readonly count: number;
  /** Σ r/γ */
  readonly reward: number;
  readonly verified: number;
  readonly accepted: number;
  /** Silence that is known to have been right. */
  readonly correct: number;
  readonly rejected: number;
  readonly falsePositives: number;
}

/** State that Eq. 17 is computed from: a fold of judged decisions. */
export interface ScoreState extends Record<string, unknown> {
  readonly total: number;
  readonly actions: Readonly<Record<GateAction, ActionStatistics>>;
  /** p̂ctx(z), learned after injections only. */
  readonly contextRisk: OnlineLogistic;
  /** p̂(a, z) of each injection. */
  readonly actionRisk: Readonly<Partial<Record<GateAction, OnlineLogistic>>>;
  /** g(a, z), on the residual of Q. */
  readonly gain: Readonly<Partial<Record<GateAction, RidgeModel>>>;
}

/** Pseudo-judgements that Q is shrunk towards 0 by. */
const shrinkage = 2;
/** Log-odds of Beta(1, 3): the risk of a false positive before any. */
const priorRisk = Math.log(1 / 3);
/** γ / γmax: the default penalty's share of the largest one of the paper's sweep. */
const hazardShare = 4 / 8;

const nothingKnown: ActionStatistics = {
  count: 0,
  reward: 0,
  verified: 0,
  accepted: 0,
  correct: 0,
  rejected: 0,
  falsePositives: 0,
};

/** Knowledge from elsewhere, to begin with. */
export interface ScorePriors {
  /** Weights of p̂ctx. */
  readonly risk: readonly number[];
  /** As if so much had come of each action here. */
  readonly actions: Readonly<Partial<Record<GateAction, ActionStatistics>>>;
}

/** Knowledge before any outcome. */
export function startScores(priors?: ScorePriors): ScoreState {
  const start = emptyLogistic(rowLength, priorRisk);
  const counts = Object.values(priors?.actions ?? {}).map(({ count }) => count);
  return {
    total: counts.reduce((sum, count) => sum + count, 0),
    actions: {
      ...(Object.fromEntries(gateActions.map((action) => [action, nothingKnown])) as ScoreState['actions']),
      ...priors?.actions,
    },
    contextRisk: priors === undefined ? start : { ...start, weights: priors.risk },
    actionRisk: {},
    gain: {},
  };
}

/** Knowledge after one more judged decision. */
export function learnScores(state: ScoreState, judged: JudgedDecision): ScoreState {
  const { action, row, kind, reward, scale } = judged;
  const before = state.actions[action];
  const gained = reward / scale;
  const isWrong = kind === 'false_positive';
  const gain = state.gain[action] ?? emptyRidge(row.length);
  const next = {
    ...state,
    total: state.total + 1,
    actions: { ...state.actions, [action]: addOutcome(before, kind, gained) },
    gain: { ...state.gain, [action]: updateRidge(gain, row, gained - qualityOf(before)) },
  };
  if (!isInjection(action)) return next;
  const own = state.actionRisk[action] ?? state.contextRisk;
  return {
    ...next,
    contextRisk: updateLogistic(state.contextRisk, row, isWrong),
    actionRisk: { ...state.actionRisk, [action]: updateLogistic(own, row, isWrong) },
  };
}

/** Describes the outcomes of each action that was ever judged, or that priors tell of. */
export function describeScores({ actions }: ScoreState): readonly KnownNumber[] {
  return gateActions
    .filter((action) => actions[action].count > 0)
    .map((action) => {
      const { count, falsePositives } = actions[action];
      const wrong = isInjection(action) ? `, ${falsePositives.toFixed(1)} of them false positives` : '';
      return {
        description: `reward of ${action} in γ, shrunk, after ${count.toFixed(0)} judgements${wrong}`,
        value: qualityOf(actions[action]),
      };
    });
}

/** Q, A, FP and the models' estimates of an action in a state; the cost is the caller's. */
export function estimate(
  state: ScoreState,
  action: GateAction,
  row: readonly number[],
): Omit<ScoreInputs, 'cost'> {
  const known = state.actions[action];
  const injects = isInjection(action);
  const gain = state.gain[action];
  const own = state.actionRisk[action] ?? state.contextRisk;
  return {
    quality: qualityOf(known),
    adoption: (1 + known.verified + known.accepted + known.correct) / (2 + known.count),
    falsePositive: injects ? (1 + known.falsePositives) / (4 + known.count) : 0,
    total: state.total,
    count: known.count,
    falsePositives: known.falsePositives,
    contextRisk: injects ? logisticOf(state.contextRisk.weights, row) : 0,
    gain: gain === undefined ? 0 : predictRidge(gain, row),
    hazard: injects ? hazardShare * logisticOf(own.weights, row) : 0,
  };
}

function addOutcome(before: ActionStatistics, kind: OutcomeKind, gained: number): ActionStatistics {
  const one = (wanted: OutcomeKind) => (kind === wanted ? 1 : 0);
  return {
    count: before.count + 1,
    reward: before.reward + gained,
    verified: before.verified + one('verified'),
    accepted: before.accepted + one('accepted'),
    correct: before.correct + one('correct_abstain'),
    rejected: before.rejected + one('rejected'),
    falsePositives: before.falsePositives + one('false_positive'),
  };
}

function qualityOf({ reward, count }: ActionStatistics): number {
  return reward / (count + shrinkage);
}
