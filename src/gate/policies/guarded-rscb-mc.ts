import type { OutcomeKind } from '../../model/decision.ts';
import type { GateAction, OverrideReason } from '../../model/gate.ts';
import { isInjection } from '../actions.ts';
import type { LedgerBalance } from '../guarantee/injection-ledger.ts';
import {
  type ControlTerms,
  calibratedRisk,
  defaultControlTerms,
  learnControl,
  type RiskControl,
  startControl,
  thresholdOf,
} from '../guarantee/risk-control.ts';
import { overrideOf } from '../overrides.ts';
import { definePolicy, type GateState, type JudgedDecision, type Policy } from '../policy.ts';
import { type GatePriors, shippedPriors } from '../priors.ts';
import { defaultReward } from '../reward.ts';
import { riskCovariates, riskLogOdds } from '../risk-covariates.ts';
import { explainScore, scoreWeights } from '../score/action-score.ts';
import { learnScores, type ScoreState, startScores } from '../score/score-state.ts';
import { fixesAmong, shownCandidates } from '../shown-candidates.ts';
import { rowOf } from './bandit-baselines.ts';
import { oddsOf, type ScoringOptions, scoreActions } from './rscb-mc.ts';
import { verdictOf } from './score-verdict.ts';

interface GuardedState extends Record<string, unknown> {
  readonly scores: ScoreState;
  readonly control: RiskControl;
  /** Outcomes of this memory that it has learned from. */
  readonly learned: number;
}

interface GuardOptions extends Omit<ScoringOptions, 'priors'> {
  readonly priors?: GatePriors;
  readonly terms?: ControlTerms;
  /** Leaves the ledger out, to show what it is good for. */
  readonly ignoresLedger?: boolean;
}

/**
 * RSCB-MC with what the paper leaves for later: the risk of a false positive is estimated from shipped priors, calibrated on
 * outcomes and held below a threshold that outcomes move; a drift alarm closes it; the ledger bounds what is shown whatever the
 * estimates are worth.
 */
export function guardedRscbMc(options: GuardOptions = {}): Policy {
  const {
    form = 'corrected',
    reward = defaultReward,
    priors = shippedPriors,
    ignoresLedger = false,
  } = options;
  const { terms = defaultControlTerms } = options;
  const { priors: _, ...scoring } = options;
  return definePolicy<GuardedState>({
    name: 'guarded_rscb_mc',
    version: 1,
    start: () => ({
      scores: startScores(priors.scores),
      control: startControl(priors.threshold),
      learned: 0,
    }),
    update: ({ scores, control, learned }, judged) => ({
      scores: learnScores(scores, judged),
      control: learnTrial(control, judged, priors, terms),
      learned: learned + 1,
    }),
    decide(state, { scores, control, learned }, { ledger }) {
      const row = rowOf(state);
      const covariates = riskCovariates(state);
      const risk = calibratedRisk(control, riskLogOdds(priors.risk, row, covariates));
      const scored = scoreActions(state, scores, { ...scoring, risk });
      const verdict = verdictOf({
        policy: this.name,
        policyVersion: this.version,
        state,
        scored: scored.map((one) => ({ ...one, explain: () => explainScore(one, form, scoreWeights) })),
        overrideOf: (action) =>
          overrideOf(shownCandidates(action, state.candidates), oddsOf(scores, action, scored), reward) ??
          otherThanBest(state, action) ??
          contradictionOf(state) ??
          guard({ risk, control, ledger: ignoresLedger ? undefined : ledger }),
      });
      return { ...verdict, risk, knowledge: learned > 0 ? 'outcomes' : 'priors' };
    },
  });
}

/** The risk is that of the best candidate: what an action shows before it was not estimated. */
function otherThanBest({ candidates }: GateState, action: GateAction): OverrideReason | undefined {
  const [best] = fixesAmong(candidates);
  const [first] = shownCandidates(action, candidates);
  return first?.itemId === best?.itemId ? undefined : 'risk_above_threshold';
}

/** What matching is sure of is not weighed: that it is another failure, or that two fixes are known for this one. */
function contradictionOf({ candidates, match }: GateState): OverrideReason | undefined {
  const [best] = fixesAmong(candidates);
  if (best?.evidence?.isOther) return 'other_failure';
  return best?.strength === 'same' && match?.status === 'ambiguous' ? 'two_fixes' : undefined;
}

interface Guarded {
  readonly risk: number;
  readonly control: RiskControl;
  readonly ledger: LedgerBalance | undefined;
}

function guard({ risk, control, ledger }: Guarded): OverrideReason | undefined {
  if (control.isAlarmed) return 'drift_alarm';
  if (risk > thresholdOf(control)) return 'risk_above_threshold';
  return ledger?.isOpen === false ? 'ledger_closed' : undefined;
}

function learnTrial(
  control: RiskControl,
  { action, kind, row, covariates }: JudgedDecision,
  priors: GatePriors,
  terms: ControlTerms,
): RiskControl {
  const isWrong = isWrongTrial(action, kind);
  if (isWrong === undefined || covariates.length === 0) return control;
  const logOdds = riskLogOdds(priors.risk, row, covariates);
  return learnControl(control, { logOdds, isWrong, wasShown: isInjection(action) }, terms);
}

/** Whether what was shown, or would have been, was wrong; undefined when the outcome does not tell. */
function isWrongTrial(action: GateAction, kind: OutcomeKind): boolean | undefined {
  if (isInjection(action)) {
    if (kind === 'false_positive' || kind === 'rejected') return true;
    return kind === 'verified' || kind === 'accepted' ? false : undefined;
  }
  if (kind === 'correct_abstain') return true;
  return kind === 'missed' ? false : undefined;
}
