import { type GateAction, gateActions } from '../../model/gate.ts';
import { drawBeta } from '../../numeric/draw-beta.ts';
import { costOf, isInjection } from '../actions.ts';
import type { RewardCoefficients } from '../options.ts';
import { type InjectionOdds, overrideOf } from '../overrides.ts';
import { definePolicy, type GateState, type Policy } from '../policy.ts';
import { defaultReward } from '../reward.ts';
import {
  type ActionScore,
  explainScore,
  type ScoreForm,
  type ScoreInputs,
  scoreAction,
  scoreWeights,
} from '../score/action-score.ts';
import {
  type ActionStatistics,
  describeScores,
  estimate,
  hazardShare,
  learnScores,
  type ScorePriors,
  type ScoreState,
  startScores,
} from '../score/score-state.ts';
import { fixesAmong, shownCandidates } from '../shown-candidates.ts';
import { availableOf, rowOf } from './bandit-baselines.ts';
import { plainScore, verdictOf } from './score-verdict.ts';

export interface ScoringOptions {
  readonly form?: ScoreForm;
  readonly reward?: RewardCoefficients;
  readonly priors?: ScorePriors;
  /** Actions it may take; the paper's ablations leave some out. */
  readonly mayTake?: (action: GateAction) => boolean;
  /** Leaves out the models of the state (g, h, p̂ctx), as an ablation does. */
  readonly ignoresState?: boolean;
  /** Leaves out every term of risk, as an ablation does. */
  readonly ignoresRisk?: boolean;
}

/** With a calibrated chance that what would be shown is wrong, instead of each action's own history. */
interface RiskOptions extends ScoringOptions {
  readonly risk?: number;
}

/** RSCB-MC as published: the score of Eq. 17, the arg max of Eq. 18, the safety overrides. */
export function rscbMc(options: ScoringOptions = {}): Policy {
  const { form = 'corrected', reward = defaultReward, priors, ignoresRisk = false } = options;
  return definePolicy<ScoreState>({
    name: 'full_rscb_mc',
    version: 2,
    start: () => startScores(priors),
    update: learnScores,
    describe: describeScores,
    decide(state, learned) {
      const scored = scoreActions(state, learned, options);
      return verdictOf({
        policy: this.name,
        policyVersion: this.version,
        state,
        scored: scored.map((one) => ({ ...one, explain: () => explainScore(one, form, scoreWeights) })),
        overrideOf: (action) =>
          ignoresRisk
            ? undefined
            : overrideOf(shownCandidates(action, state.candidates), oddsOf(learned, action, scored), reward),
      });
    },
  });
}

/** Scores what can be done, by Eq. 17. */
export function scoreActions(
  state: GateState,
  learned: ScoreState,
  {
    form = 'corrected',
    reward = defaultReward,
    mayTake = () => true,
    ignoresState,
    ignoresRisk,
    risk,
  }: RiskOptions,
): readonly ActionScore[] {
  const row = rowOf(state);
  const available = availableOf(state).filter(mayTake);
  const fixes = fixesAmong(state.candidates);
  const costs = available.map((action) => {
    const { latencyMs, tokens } = costOf(action, fixes);
    return reward.latencyMs * latencyMs + reward.tokens * tokens;
  });
  const dearest = Math.max(...costs, Number.MIN_VALUE);
  const shown = risk === undefined ? learned.actions.top1_resolution : pooledInjections(learned);
  const weights = ignoresRisk ? { ...scoreWeights, risk: 0, riskExploration: 0 } : scoreWeights;
  return available.map((action, i) => {
    const estimated = estimate(learned, action, row);
    const inputs = {
      ...estimated,
      ...(risk === undefined ? {} : expectedAt(risk, action, shown, reward)),
      ...(ignoresState ? { gain: 0, hazard: 0, contextRisk: estimated.falsePositive } : {}),
      ...(ignoresRisk ? { hazard: 0 } : {}),
      cost: (costs[i] as number) / dearest,
    };
    return scoreAction(action, inputs, form, weights);
  });
}

/**
 * The estimates of Eq. 16 where the risk in this state is known: the expected reward by Eqs. 19 and 20, and the chance that an
 * action will have been right. Nothing is left for g to explain, nor for silence to be tried for: its label comes without. What is
 * known of one way to show is known of all, for the risk is that of what they show.
 *
 * @param shown what came of all that was shown
 */
function expectedAt(
  risk: number,
  action: GateAction,
  { verified, accepted, count, falsePositives }: ActionStatistics,
  { verified: alpha, accepted: beta, correctAbstain, falsePositive: gamma }: RewardCoefficients,
): Partial<ScoreInputs> {
  if (action === 'ask_feedback') return { quality: 0, adoption: 0, gain: 0 };
  if (!isInjection(action))
    return {
      quality: (correctAbstain * risk) / gamma,
      adoption: risk,
      gain: 0,
      count: Number.POSITIVE_INFINITY,
    };
  const byTests = (1 + verified) / (2 + verified + accepted);
  const good = alpha * byTests + beta * (1 - byTests);
  return {
    quality: ((1 - risk) * good - risk * gamma) / gamma,
    adoption: 1 - risk,
    falsePositive: risk,
    contextRisk: risk,
    hazard: hazardShare * risk,
    gain: 0,
    count,
    falsePositives,
  };
}

function pooledInjections({ actions }: ScoreState): ActionStatistics {
  const sum = { count: 0, reward: 0, verified: 0, accepted: 0, correct: 0, rejected: 0, falsePositives: 0 };
  for (const action of gateActions) {
    if (!isInjection(action)) continue;
    for (const key of Object.keys(sum) as (keyof ActionStatistics)[]) sum[key] += actions[action][key];
  }
  return sum;
}

/** Standard errors that odds are moved by, towards what is bad. */
const caution = 0.84;
/** As if so many had been judged before: a share of few says little. */
const imagined = 4;

/** What is thought of an injection, the doubt on the bad side. */
export function oddsOf(
  { actions }: ScoreState,
  action: GateAction,
  scored: readonly ActionScore[],
): InjectionOdds | undefined {
  const inputs = scored.find((one) => one.action === action)?.inputs;
  if (inputs === undefined) return undefined;
  const { count, verified, accepted, rejected } = actions[action];
  const risk = (inputs.contextRisk + inputs.falsePositive) / 2;
  const falsePositive = Math.min(1, risk + caution * Math.sqrt((risk * (1 - risk)) / (count + imagined)));
  const turnedDown = rejected / (count + imagined);
  const good = Math.max(0, 1 - falsePositive - turnedDown);
  const byTests = (1 + verified) / (2 + verified + accepted);
  return {
    falsePositive,
    rejected: turnedDown,
    verified: good * byTests,
    accepted: good * (1 - byTests),
    correctAbstain: falsePositive,
  };
}

/** Thompson sampling that weighs a drawn risk against a drawn success, with the same overrides. */
export function riskSensitiveThompson({ reward = defaultReward, priors }: ScoringOptions = {}): Policy {
  return definePolicy<ScoreState>({
    name: 'risk_sensitive_thompson',
    version: 2,
    start: () => startScores(priors),
    update: learnScores,
    decide(state, learned, { random }) {
      const scored = scoreActions(state, learned, { reward });
      return verdictOf({
        policy: this.name,
        policyVersion: this.version,
        state,
        scored: scored.map(({ action, inputs }) => {
          const value = drawValue(learned, action, inputs, random);
          return {
            action,
            value,
            explain: () => plainScore(value, 'a draw of its success, less a draw of its risk'),
          };
        }),
        overrideOf: (action) =>
          overrideOf(shownCandidates(action, state.candidates), oddsOf(learned, action, scored), reward),
      });
    },
  });
}

function drawValue(
  { actions }: ScoreState,
  action: GateAction,
  { cost, contextRisk }: ActionScore['inputs'],
  random: () => number,
): number {
  const { count, verified, accepted, correct, falsePositives } = actions[action];
  const good = verified + accepted + correct;
  const success = drawBeta(1 + good, 1 + count - good, random);
  if (!isInjection(action)) return success * silenceWorth - scoreWeights.cost * cost;
  const risk = (drawBeta(1 + falsePositives, 3 + count - falsePositives, random) + contextRisk) / 2;
  return success * injectionWorth - scoreWeights.risk * risk - scoreWeights.cost * cost;
}

/** κ and the mean of α and β, in units of γ. */
const silenceWorth = 0.5 / 4;
const injectionWorth = 1.5 / 4;
