import type { GateAction } from '../../model/gate.ts';
import { availableActions, costOf } from '../actions.ts';
import type { RewardCoefficients } from '../options.ts';
import { overrideOf } from '../overrides.ts';
import { definePolicy, type GateState, type Policy } from '../policy.ts';
import { defaultReward } from '../reward.ts';
import {
  type ActionScore,
  explainScore,
  type ScoreForm,
  type ScoreWeights,
  scoreAction,
  scoreWeights,
} from '../score/action-score.ts';
import {
  describeScores,
  estimate,
  learnScores,
  type ScorePriors,
  type ScoreState,
  startScores,
} from '../score/score-state.ts';
import { fixesAmong, shownCandidates } from '../shown-candidates.ts';
import { rowOf } from '../state/standardise-state.ts';
import { verdictOf } from './score-verdict.ts';

export interface ScoringOptions {
  readonly form?: ScoreForm;
  readonly reward?: RewardCoefficients;
  readonly priors?: ScorePriors;
  /** Multipliers of Eq. 17 in place of the default ones. */
  readonly weights?: ScoreWeights;
  /** Actions it may take; the paper's ablations leave some out. */
  readonly mayTake?: (action: GateAction) => boolean;
  /** Leaves out the models of the state (g, h, p̂ctx), as an ablation does. */
  readonly ignoresState?: boolean;
  /** Leaves out every term of risk and the safety overrides, as an ablation does. */
  readonly ignoresRisk?: boolean;
}

/** RSCB-MC as published: the score of Eq. 17, the arg max of Eq. 18, the safety overrides of its Section 2.7. */
export function rscbMc(options: ScoringOptions = {}): Policy {
  const { form = 'corrected', priors, ignoresRisk = false, weights = scoreWeights } = options;
  return definePolicy<ScoreState>({
    name: 'full_rscb_mc',
    version: 3,
    start: () => startScores(priors),
    update: learnScores,
    describe: describeScores,
    decide(state, learned) {
      return verdictOf({
        policy: this.name,
        policyVersion: this.version,
        state,
        scored: scoreActions(state, learned, options).map((one) => ({
          ...one,
          explain: () => explainScore(one, form, weights),
        })),
        overrideOf: (action) =>
          ignoresRisk ? undefined : overrideOf(shownCandidates(action, state.candidates)[0]),
      });
    },
  });
}

/** Scores what can be done, by Eq. 17. */
export function scoreActions(
  state: GateState,
  learned: ScoreState,
  options: ScoringOptions,
): readonly ActionScore[] {
  const { form = 'corrected', reward = defaultReward, mayTake = () => true } = options;
  const row = rowOf(state);
  const fixes = fixesAmong(state.candidates);
  const available = availableActions(fixes, state.budgetTokens).filter(mayTake);
  const costs = available.map((action) => {
    const { latencyMs, tokens } = costOf(action, fixes);
    return reward.latencyMs * latencyMs + reward.tokens * tokens;
  });
  const dearest = Math.max(...costs, Number.MIN_VALUE);
  const { weights: given = scoreWeights, ignoresState, ignoresRisk } = options;
  const weights = ignoresRisk ? { ...given, risk: 0, riskExploration: 0 } : given;
  return available.map((action, i) => {
    const estimated = estimate(learned, action, row);
    const inputs = {
      ...estimated,
      ...(ignoresState ? { gain: 0, hazard: 0, contextRisk: estimated.falsePositive } : {}),
      ...(ignoresRisk ? { hazard: 0 } : {}),
      cost: (costs[i] as number) / dearest,
    };
    return scoreAction(action, inputs, form, weights);
  });
}
