import { isInjection } from '../../src/gate/actions.ts';
import { provenThreshold, type RiskTrial } from '../../src/gate/guarantee/learn-then-test.ts';
import type { GatePriors } from '../../src/gate/priors.ts';
import { defaultReward } from '../../src/gate/reward.ts';
import { riskCovariates, riskLogOdds } from '../../src/gate/risk-covariates.ts';
import type { ActionStatistics, ScorePriors } from '../../src/gate/score/score-state.ts';
import { shownCandidates } from '../../src/gate/shown-candidates.ts';
import { standardiseState } from '../../src/gate/state/standardise-state.ts';
import type { GateAction } from '../../src/index.ts';
import { fitLogistic } from '../../src/numeric/fit-logistic.ts';
import type { Observation, ObservedBenchmark } from './observe-benchmark.ts';
import { judgeStep, type ReplayCase, stateOf } from './replay-policy.ts';

/** Share of what is let through that may be wrong, as proven on development data, and the chance that the proof errs. */
const proven = { alpha: 0.02, delta: 0.05 } as const;
/** As many judgements as the priors of an action weigh: soon outweighed by those of one's own memory. */
const priorJudgements = 20;
/** L2: the development families are few, and what separates them perfectly need not separate others. */
const penalty = 1;

/** Priors of the gate from the development half: nothing of the judged families is seen. */
export function learnPriors(observed: ObservedBenchmark): GatePriors {
  const trials = [
    ...observed.canonical,
    ...observed.paraphrases,
    ...observed.hardNegatives,
    ...observed.events,
  ]
    .filter(({ candidates }) => candidates.length > 0)
    .map(trialOf);
  const [held, fitted] = halves(trials);
  const risk = fitTrials(fitted, ({ row, covariates }) => [...row, ...covariates]);
  // The threshold is proven on trials that the weights have not seen.
  const judged = held.map(({ row, covariates, isWrong }): RiskTrial => {
    const logOdds = riskLogOdds(risk, row, covariates);
    return { risk: 1 / (1 + Math.exp(-logOdds)), isWrong };
  });
  const threshold = provenThreshold(judged, proven.alpha, proven.delta);
  return {
    version: 1,
    risk: rounded(risk),
    threshold,
    scores: {
      risk: rounded(fitTrials(fitted, ({ row }) => row)),
      actions: actionsOf(observed, risk, threshold),
    },
  };
}

interface PriorTrial {
  readonly row: readonly number[];
  readonly covariates: readonly number[];
  readonly isWrong: boolean;
}

function trialOf(observation: Observation): PriorTrial {
  const state = stateOf(observation, []);
  return {
    row: state.vector === undefined ? [] : standardiseState(state.vector),
    covariates: riskCovariates(state),
    isWrong: observation.candidates[0]?.variant !== observation.query.expected,
  };
}

function halves<T>(all: readonly T[]): readonly [readonly T[], readonly T[]] {
  return [all.filter((_, at) => at % 3 === 0), all.filter((_, at) => at % 3 !== 0)];
}

function fitTrials(
  trials: readonly PriorTrial[],
  featuresOf: (trial: PriorTrial) => readonly number[],
): readonly number[] {
  return fitLogistic(
    trials.map(featuresOf),
    trials.map(({ isWrong }) => isWrong),
    penalty,
  );
}

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
    const state = stateOf(one.observation, []);
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
