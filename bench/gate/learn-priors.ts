import type { ActionStatistics } from '../../src/gate/action-score.ts';
import { isInjection } from '../../src/gate/actions.ts';
import { shippedPriors } from '../../src/gate/priors.ts';
import { defaultReward } from '../../src/gate/reward.ts';
import { provenThreshold, type RiskTrial } from '../../src/gate/risk-control.ts';
import { failureLogOdds, riskCovariates, riskSigns } from '../../src/gate/risk-covariates.ts';
import { rowFeatures, rowOf } from '../../src/gate/state-vector.ts';
import type { GateAction, StateFeature } from '../../src/index.ts';
import { predictLogistic, sigmoid } from '../../src/numeric/probabilities.ts';
import { fitLogistic } from '../reporting/fit-logistic.ts';
import { mean, sum } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import type { SuiteReport } from '../suite.ts';
import type { Observation, ObservedBenchmark } from './observe-benchmark.ts';
import { judgeStep, stateOf } from './replay-policy.ts';

/** Share of what is let through that may be wrong, and the chance that a proof of it errs. */
const proven = { alpha: 0.1, delta: 0.05 } as const;
/** As many judgements as the priors of an action weigh: soon outweighed by those of one's own memory. */
const priorJudgements = 20;
const penalty = 0.3;
const negligible = 1e-6;

/** The sign of each feature of z on the risk, without features that tell of the benchmark and not of the failure. */
const stateSigns: Readonly<Partial<Record<StateFeature, -1 | 1>>> = {
  top1_score: -1,
  top2_score: 1,
  score_margin: -1,
  candidate_entropy: 1,
  family_confidence: -1,
  entity_match_ratio: -1,
  command_signature_match: -1,
  path_signature_match: -1,
  stack_signature_match: -1,
};

interface PriorTrial {
  readonly family: string;
  readonly row: readonly number[];
  readonly covariates: readonly number[];
  readonly isWrong: boolean;
}

/** Priors of the gate from the development families, and how the risk does on each family that it was not fitted on. */
export function learnPriors(observed: ObservedBenchmark): SuiteReport {
  const { canonical, paraphrases, hardNegatives, events } = observed;
  const trials = [...canonical, ...paraphrases, ...hardNegatives, ...events]
    .filter(({ candidates }) => candidates.length > 0)
    .map(trialOf);
  const fitRisk = (some: readonly PriorTrial[]) =>
    fitTrials(some, ({ covariates }) => covariates, Object.values(riskSigns));
  const unseen = [...Map.groupBy(trials, ({ family }) => family)].flatMap(([family, own]) =>
    judge(own, fitRisk(trials.filter((trial) => trial.family !== family))),
  );
  const risk = fitRisk(trials).map(round);
  const ofState = fitTrials(
    trials,
    ({ row }) => row.slice(1),
    rowFeatures.map((feature) => stateSigns[feature] ?? 0),
  ).map(round);
  const actions = actionsOf(observed, risk);
  const { scores } = shippedPriors;
  return {
    cases: trials.length,
    figures: {
      log_loss_left_out: logLoss(unseen),
      log_loss_shipped: logLoss(judge(trials, shippedPriors.risk)),
      proven_threshold_left_out: provenThreshold(unseen, proven.alpha, proven.delta),
    },
    tables: [
      weightTable('risk', ['constant', ...Object.keys(riskSigns)], risk, shippedPriors.risk),
      weightTable('scores.risk', ['constant', ...rowFeatures], ofState, scores.risk),
      ...Object.entries(actions).map(([action, found]) => {
        const known = scores.actions[action as keyof typeof actions];
        return weightTable(
          `scores.actions.${action}`,
          Object.keys(found),
          Object.values(found),
          known === undefined ? [] : Object.values(known),
        );
      }),
    ],
  };
}

function judge(trials: readonly PriorTrial[], weights: readonly number[]): readonly RiskTrial[] {
  return trials.map(({ covariates, isWrong }) => ({
    risk: predictLogistic(weights, [1, ...covariates.slice(0, weights.length - 1)]),
    isWrong,
  }));
}

function logLoss(trials: readonly RiskTrial[]): number {
  return mean(trials.map(({ risk, isWrong }) => -Math.log(Math.max(1e-12, isWrong ? risk : 1 - risk))));
}

function weightTable(
  title: string,
  names: readonly string[],
  learned: readonly number[],
  shipped: readonly number[],
) {
  return tableOf(title, names.entries(), {
    name: ([, name]) => name,
    learned: ([at]) => learned[at] ?? '',
    shipped: ([at]) => shipped[at] ?? '',
  });
}

function trialOf(observation: Observation): PriorTrial {
  const state = stateOf(observation);
  return {
    family: observation.query.family,
    row: rowOf(state),
    covariates: riskCovariates(state),
    isWrong: observation.candidates[0]?.variant !== observation.query.expected,
  };
}

/** Logistic weights, each of the sign that its feature can have: others are taken out, and the rest is fitted again. */
function fitTrials(
  trials: readonly PriorTrial[],
  featuresOf: (trial: PriorTrial) => readonly number[],
  signs: readonly number[],
): readonly number[] {
  const labels = trials.map(({ isWrong }) => isWrong);
  const used = signs.map((sign) => sign !== 0);
  for (;;) {
    const rows = trials.map((trial) => {
      const features = featuresOf(trial);
      return [1, ...used.map((isUsed, i) => (isUsed ? (features[i] as number) : 0))];
    });
    const weights = fitLogistic(rows, labels, penalty);
    const wrong = signs.flatMap((sign, i) => ((weights[i + 1] as number) * sign < -negligible ? [i] : []));
    if (wrong.length === 0) return weights;
    for (const i of wrong) used[i] = false;
  }
}

/** The results of each action when the risk alone decides. */
function actionsOf(observed: ObservedBenchmark, risk: readonly number[]) {
  const { same, threshold } = shippedPriors;
  const steps = observed.generated.events.map((event, at) => {
    const observation = observed.events[at] as Observation;
    const odds = failureLogOdds({ risk, same }, riskCovariates(stateOf(observation)));
    const action: GateAction = sigmoid(odds) <= threshold ? 'top1_resolution' : 'abstain';
    const shown = isInjection(action) ? observation.candidates.slice(0, 1).map(({ itemId }) => itemId) : [];
    return judgeStep({ event, observation }, action, shown, defaultReward);
  });
  const of = (wanted: GateAction): ActionStatistics => {
    const own = steps.filter(
      ({ action, kind }) => action === wanted && (isInjection(action) || kind !== 'ignored'),
    );
    const scale = own.length === 0 ? 0 : priorJudgements / own.length;
    const count = (kind: string) => round(own.filter((step) => step.kind === kind).length * scale);
    return {
      count: priorJudgements,
      reward: round((sum(own.map(({ reward }) => reward)) / defaultReward.falsePositive) * scale),
      verified: count('verified'),
      accepted: count('accepted'),
      correct: count('correct_abstain'),
      rejected: count('rejected'),
      falsePositives: count('false_positive'),
    };
  };
  return { top1_resolution: of('top1_resolution'), abstain: of('abstain') };
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
