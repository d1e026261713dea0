import type { PolicyVerdict } from '../model/decision.ts';
import type { ScoreTree } from '../model/evidence.ts';
import type { GateAction, OverrideReason } from '../model/gate.ts';
import { overrideWords } from '../wording/descriptions.ts';
import {
  type ActionScore,
  describeScores,
  estimate,
  explainScore,
  learnScores,
  type ScoreForm,
  type ScorePriors,
  type ScoreState,
  type ScoreWeights,
  scoreAction,
  scoreWeights,
  startScores,
} from './action-score.ts';
import { availableActions, costOf, fixesAmong, isInjection, shownCandidates } from './actions.ts';
import type { RewardCoefficients } from './options.ts';
import { overrideOf, silenceOf } from './overrides.ts';
import { definePolicy, type GateState, type Policy } from './policy.ts';
import { defaultReward } from './reward.ts';
import { rowOf } from './state-vector.ts';

interface ScoringOptions {
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

/** Scores the possible actions, by Eq. 17. */
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

interface Scored {
  readonly action: GateAction;
  readonly value: number;
  readonly explain: () => ScoreTree;
}

interface Scores {
  readonly policy: string;
  readonly policyVersion: number;
  readonly state: GateState;
  readonly scored: readonly Scored[];
  /** Why the best action must not be taken; not asked of silence. */
  readonly overrideOf?: (action: GateAction) => OverrideReason | undefined;
  /** Default: 1. */
  readonly propensityOf?: (action: GateAction) => number;
}

/** The verdict of a policy that scores actions: the best one (Eq. 18), or silence where something overrides it. */
export function verdictOf({
  policy,
  policyVersion,
  state,
  scored,
  overrideOf,
  propensityOf = () => 1,
}: Scores): PolicyVerdict {
  const ordered = scored.toSorted((a, b) => b.value - a.value);
  const best = ordered[0]?.action ?? silenceOf(state.nearCount);
  const override = isInjection(best) ? overrideOf?.(best) : undefined;
  const actionScores = ordered.map(({ action, explain }) => ({ action, score: explain() }));
  const action = override === undefined ? best : silenceOf(state.nearCount);
  const [shadow] = isInjection(action) ? [] : shownCandidates('top1_resolution', state.candidates);
  return {
    policy,
    policyVersion,
    action,
    propensity: propensityOf(best),
    reason: override === undefined ? 'it scores best of all that can be done' : overrideWords[override],
    actionScores,
    shows: shownCandidates(action, state.candidates).map(({ itemId }) => itemId),
    ...(shadow === undefined ? {} : { shadow: shadow.itemId }),
    ...(override === undefined ? {} : { overridden: { action: best, reason: override } }),
  };
}
