import { isInjection } from '../../src/gate/actions.ts';
import { provenThreshold, type RiskTrial } from '../../src/gate/guarantee/learn-then-test.ts';
import { type GatePriors, shippedPriors } from '../../src/gate/priors.ts';
import { defaultReward } from '../../src/gate/reward.ts';
import { riskCovariates, riskLogOdds } from '../../src/gate/risk-covariates.ts';
import type { ActionStatistics, ScorePriors } from '../../src/gate/score/score-state.ts';
import { shownCandidates } from '../../src/gate/shown-candidates.ts';
import { rowFeatures, standardiseState } from '../../src/gate/state/standardise-state.ts';
import type { GateAction, StateFeature } from '../../src/index.ts';
import { fitLogistic, predictLogistic } from '../../src/numeric/fit-logistic.ts';
import type { Observation, ObservedBenchmark } from './observe-benchmark.ts';
import type { RealTrial } from './observe-real.ts';
import { judgeStep, type ReplayCase, stateOf } from './replay-policy.ts';

/** Share of what is let through that may be wrong, as proven on development data, and the chance that the proof errs. */
const proven = { alpha: 0.05, delta: 0.05 } as const;
/** As many judgements as the priors of an action weigh: soon outweighed by those of one's own memory. */
const priorJudgements = 20;
/** Strengths of the L2 penalty that are tried; the one is taken that predicts families best that it was not fitted on. */
const penalties = [0.03, 0.1, 0.3, 1, 3] as const;

/**
 * What each feature can mean for the risk: 1 raises it, -1 lowers it. What is 0 tells of the benchmark and not of the failure, such
 * as how many memories there are. A weight of the wrong sign is left out: it, too, is about the benchmark.
 */
const signs: Readonly<Record<StateFeature, -1 | 0 | 1>> = {
  top1_score: -1,
  top2_score: 1,
  score_margin: -1,
  candidate_entropy: 1,
  candidate_count: 0,
  family_confidence: -1,
  entity_match_ratio: -1,
  command_signature_match: -1,
  path_signature_match: -1,
  stack_signature_match: -1,
  session_rejection_count: 1,
  historical_acceptance_rate: -1,
  historical_false_positive_rate: 1,
  estimated_latency_ms: 0,
  estimated_token_cost: 0,
  token_budget_remaining: 0,
};
/** The same of the covariates, in the order of `riskCovariates`. */
const covariateSigns = [-1, -1, 1, 1, 1, -1, -1] as const;
const allSigns: readonly number[] = [
  Number.NaN,
  ...rowFeatures.map((feature) => signs[feature]),
  ...covariateSigns,
];

/** Priors of the gate from development halves alone: of generated failures, and of real ones whose cause a person marked. */
export function learnPriors(observed: ObservedBenchmark, real: readonly RealTrial[]): GatePriors {
  const generated = [
    ...observed.canonical,
    ...observed.paraphrases,
    ...observed.hardNegatives,
    ...observed.events,
  ]
    .filter(({ candidates }) => candidates.length > 0)
    .map(trialOf);
  const trials = [...generated, ...real.map(realTrialOf)];
  const withEvidence = (trial: PriorTrial) => [...trial.row, ...trial.covariates];
  const best = penalties
    .map((penalty) => ({ penalty, unseen: predictUnseen(trials, withEvidence, penalty) }))
    .toSorted((a, b) => logLoss(a.unseen) - logLoss(b.unseen))[0];
  const penalty = best?.penalty ?? penalties[0];
  const risk = fitTrials(trials, withEvidence, penalty);
  // The threshold is proven on what was predicted of families that the weights had not seen.
  const threshold = provenThreshold(best?.unseen ?? [], proven.alpha, proven.delta);
  const ofState = fitTrials(trials, ({ row }) => row, penalty);
  return {
    version: 1,
    risk: rounded(risk),
    // Measured on real failures: see `bench lookalikes`.
    same: shippedPriors.same,
    threshold,
    scores: { risk: rounded(ofState), actions: actionsOf(observed, risk, threshold) },
    // Of places nothing is generated: see `fit-place-priors.ts`.
    place: shippedPriors.place,
  };
}

/** Each trial's risk by weights fitted on all other families. */
function predictUnseen(
  trials: readonly PriorTrial[],
  featuresOf: (trial: PriorTrial) => readonly number[],
  penalty: number,
): readonly RiskTrial[] {
  return [...new Set(trials.map(({ family }) => family))].flatMap((family) => {
    const weights = fitTrials(
      trials.filter((trial) => trial.family !== family),
      featuresOf,
      penalty,
    );
    return trials
      .filter((trial) => trial.family === family)
      .map((trial) => ({ risk: predictLogistic(weights, featuresOf(trial)), isWrong: trial.isWrong }));
  });
}

function logLoss(trials: readonly RiskTrial[]): number {
  const loss = ({ risk, isWrong }: RiskTrial) => -Math.log(Math.max(1e-12, isWrong ? risk : 1 - risk));
  return trials.reduce((sum, trial) => sum + loss(trial), 0) / trials.length;
}

interface PriorTrial {
  readonly family: string;
  readonly row: readonly number[];
  readonly covariates: readonly number[];
  readonly isWrong: boolean;
}

function trialOf(observation: Observation): PriorTrial {
  const state = stateOf(observation);
  return {
    family: observation.query.family,
    row: state.vector === undefined ? [] : standardiseState(state.vector),
    covariates: riskCovariates(state),
    isWrong: observation.candidates[0]?.variant !== observation.query.expected,
  };
}

/** Real ones are grouped by repository: what holds in one need not in another. */
function realTrialOf({ observation, repository, isWrong }: RealTrial): PriorTrial {
  const state = stateOf(observation);
  return {
    family: repository,
    row: state.vector === undefined ? [] : standardiseState(state.vector),
    covariates: riskCovariates(state),
    isWrong,
  };
}

/** Logistic weights, each of the sign that its feature can have: others are taken out, and the rest is fitted again. */
function fitTrials(
  trials: readonly PriorTrial[],
  featuresOf: (trial: PriorTrial) => readonly number[],
  penalty: number,
): readonly number[] {
  const rows = trials.map(featuresOf);
  const labels = trials.map(({ isWrong }) => isWrong);
  const length = rows[0]?.length ?? 0;
  const isUsed = allSigns.slice(0, length).map((sign) => sign !== 0);
  for (;;) {
    const masked = rows.map((row) => row.map((value, i) => (isUsed[i] ? value : 0)));
    const weights = fitLogistic(masked, labels, penalty);
    const wrong = weights.flatMap((weight, i) => (weight * (allSigns[i] ?? 0) < -negligible ? [i] : []));
    if (wrong.length === 0) return weights;
    for (const i of wrong) isUsed[i] = false;
  }
}

const negligible = 1e-6;

/** What comes of each action when the risk alone decides. */
function actionsOf(
  observed: ObservedBenchmark,
  risk: readonly number[],
  threshold: number,
): ScorePriors['actions'] {
  const cases = observed.generated.events.map(
    (event, at): ReplayCase => ({ event, observation: observed.events[at] as Observation }),
  );
  const steps = cases.map((one) => {
    const state = stateOf(one.observation);
    const row = state.vector === undefined ? [] : standardiseState(state.vector);
    const odds = riskLogOdds(risk, row, riskCovariates(state));
    const isSafe = 1 / (1 + Math.exp(-odds)) <= threshold;
    const action: GateAction = isSafe ? 'top1_resolution' : 'abstain';
    const shown = shownCandidates(action, one.observation.candidates).map(({ itemId }) => itemId);
    return judgeStep(one, action, shown, defaultReward);
  });
  const of = (wanted: GateAction): ActionStatistics => {
    const own = steps.filter(
      ({ action, kind }) => action === wanted && (isInjection(action) || kind !== 'ignored'),
    );
    const scale = own.length === 0 ? 0 : priorJudgements / own.length;
    const count = (kind: string) => round(own.filter((step) => step.kind === kind).length * scale);
    return {
      count: priorJudgements,
      reward: round((own.reduce((sum, { reward }) => sum + reward, 0) / defaultReward.falsePositive) * scale),
      verified: count('verified'),
      accepted: count('accepted'),
      correct: count('correct_abstain'),
      rejected: count('rejected'),
      falsePositives: count('false_positive'),
    };
  };
  return { top1_resolution: of('top1_resolution'), abstain: of('abstain') };
}

function rounded(values: readonly number[]): readonly number[] {
  return values.map(round);
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
