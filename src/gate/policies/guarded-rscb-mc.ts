import type { OutcomeKind, PolicyVerdict } from '../../model/decision.ts';
import type { GateAction, OverrideReason } from '../../model/gate.ts';
import { evidenceOf } from '../../numeric/e-detector.ts';
import { overrideWords } from '../../wording/override-words.ts';
import { isInjection } from '../actions.ts';
import {
  type ControlTerms,
  calibratedRisk,
  defaultControlTerms,
  learnControl,
  type RiskControl,
  startControl,
  thresholdOf,
} from '../guarantee/risk-control.ts';
import { isClearlySame, whyClearlySame } from '../is-clearly-same.ts';
import { nothingNear } from '../nothing-near.ts';
import { contradictionOf, overrideOf, silenceOf } from '../overrides.ts';
import { bestPlaced, isPlaceLikely, type PlacedCandidate, placeLogOdds } from '../place-risk.ts';
import { definePolicy, type GateState, type JudgedDecision, type Policy } from '../policy.ts';
import { type GatePriors, requirePriors, shippedPriors } from '../priors.ts';
import { defaultReward } from '../reward.ts';
import { failureLogOdds, riskCovariates } from '../risk-covariates.ts';
import { explainScore, scoreWeights } from '../score/action-score.ts';
import { describeScores, learnScores, type ScoreState, startScores } from '../score/score-state.ts';
import { fixesAmong, shownCandidates } from '../shown-candidates.ts';
import { rowOf } from './bandit-baselines.ts';
import { oddsOf, type ScoringOptions, scoreActions } from './rscb-mc.ts';
import { verdictOf } from './score-verdict.ts';

interface GuardedState extends Record<string, unknown> {
  readonly scores: ScoreState;
  readonly control: RiskControl;
  /** The same for past fixes of a place: another question with other answers. */
  readonly places: RiskControl;
  /** Outcomes of this memory that it has learned from. */
  readonly learned: number;
}

interface GuardOptions extends Omit<ScoringOptions, 'priors'> {
  readonly priors?: GatePriors;
  /** α: share of wrong ones among what is shown; thresholds begin and are steered accordingly. Default .1. */
  readonly alpha?: number;
  /** Leaves the ledger out, to show what it is good for. */
  readonly ignoresLedger?: boolean;
}

/**
 * RSCB-MC with what the paper leaves for later: the risk of a false positive is estimated from shipped priors, calibrated on
 * outcomes and held below a threshold that outcomes move; a drift alarm closes it; the ledger bounds what is shown whatever the
 * estimates are worth. Where no known failure may be shown, a past fix of the function that is to be changed now may be, under a
 * control of its own and the same ledger.
 *
 * @throws INVALID_ARGUMENT for priors of another version
 */
export function guardedRscbMc(options: GuardOptions = {}): Policy {
  const {
    form = 'corrected',
    reward = defaultReward,
    priors = shippedPriors,
    ignoresLedger = false,
  } = options;
  const terms = termsFor(options.alpha ?? defaultControlTerms.alpha);
  const openness = terms.alpha / defaultControlTerms.alpha;
  requirePriors(priors);
  const { priors: _, mayTake = () => true, ...others } = options;
  // An agent that did not ask has not asked to be asked either.
  const scoring = {
    ...others,
    mayTake: (action: GateAction) => action !== 'ask_feedback' && mayTake(action),
  };
  return definePolicy<GuardedState>({
    name: 'guarded_rscb_mc',
    version: 7,
    start: () => ({
      scores: startScores(priors.scores),
      control: startControl(priors.threshold * openness),
      places: startControl(priors.place.threshold * Math.sqrt(openness)),
      learned: 0,
    }),
    update: ({ scores, control, places, learned }, judged) =>
      judged.place === undefined
        ? {
            scores: learnScores(scores, judged),
            control: learnTrial(
              control,
              judged,
              failureLogOdds(priors.risk, priors.same, judged.row, judged.covariates),
              terms,
            ),
            places,
            learned: learned + 1,
          }
        : {
            scores,
            control,
            places: learnTrial(places, judged, placeLogOdds(priors.place, judged.place), placeTerms(terms)),
            learned: learned + 1,
          },
    describe: ({ scores, control, places }) => [
      {
        description: 'risk up to which a memory is shown',
        value: control.isAlarmed ? 0 : thresholdOf(control),
      },
      { description: 'the same, as far as the latest trials prove it', value: control.proven },
      { description: 'labelled trials, shadow decisions among them', value: control.seen },
      {
        description: 'evidence of drift; the alarm closes the gate at 1,000',
        value: evidenceOf(control.detector),
      },
      {
        description: 'risk up to which a past fix of the same function is shown',
        value: places.isAlarmed ? 0 : thresholdOf(places),
      },
      { description: 'labelled trials of such fixes, shadow decisions among them', value: places.seen },
      ...describeScores(scores),
    ],
    decide(state, { scores, control, places, learned }, { ledger }) {
      const row = rowOf(state);
      const covariates = riskCovariates(state);
      const risk = calibratedRisk(control, failureLogOdds(priors.risk, priors.same, row, covariates));
      const scored = scoreActions(state, scores, { ...scoring, risk });
      const scoredBest = verdictOf({
        policy: this.name,
        policyVersion: this.version,
        state,
        scored: scored.map((one) => ({ ...one, explain: () => explainScore(one, form, scoreWeights) })),
        overrideOf: (action) => {
          const shown = shownCandidates(action, state.candidates);
          const isOpen = isClearlySame(state.match, shown) ? ledger.isOpenToSame : ledger.isOpen;
          return (
            overrideOf(shown, oddsOf(scores, action, scored), reward) ??
            otherThanBest(state, action) ??
            contradictionOf(state, shown) ??
            guard({ risk, control, isOpen: ignoresLedger || isOpen })
          );
        },
      });
      const verdict = inWords(scoredBest, state);
      const known = { knowledge: learned > 0 ? 'outcomes' : 'priors' } as const;
      const placed = isInjection(verdict.action) ? undefined : bestPlaced(state.candidates);
      if (placed === undefined || isOfThisFailure(state)) return { ...verdict, risk, ...known };
      const placeRisk = calibratedRisk(places, placeLogOdds(priors.place, placed.place));
      const refusal =
        overrideOf([placed], undefined, reward) ??
        (placed.tokenCost + placeCardTokens > state.budgetTokens ? 'nothing_to_show' : undefined) ??
        guard({ risk: placeRisk, control: places, isOpen: ignoresLedger || ledger.isOpen }) ??
        (isPlaceLikely(placed.place) ? undefined : 'place_unlikely');
      return { ...placeVerdict(verdict, placed, refusal), risk: placeRisk, ...known };
    },
  });
}

/** Silence in its two names, and all in words: to whoever asks why, that it scores best says little. */
function inWords(verdict: PolicyVerdict, state: GateState): PolicyVerdict {
  if (verdict.overridden !== undefined) return verdict;
  if (isInjection(verdict.action)) {
    const isSame = isClearlySame(state.match, shownCandidates(verdict.action, state.candidates));
    return {
      ...verdict,
      reason: isSame ? whyClearlySame : 'what it may bring outweighs the risk that it is wrong',
    };
  }
  const reason = nothingNear(state) ?? 'the risk that it is wrong outweighs what it may bring';
  const action = silenceOf(state.nearCount);
  // Both names score the same; the one that is given stands first.
  const actionScores = verdict.actionScores.toSorted(
    (a, b) => Number(b.action === action) - Number(a.action === action),
  );
  return { ...verdict, action, reason, actionScores };
}

/** What is told of this very failure is judged for that, and silence about it, too. */
function isOfThisFailure({ candidates }: GateState): boolean {
  return candidates.some(({ strength }) => strength === 'same');
}

/** What a card of a place takes beyond that of the memory. */
const placeCardTokens = 60;

/** The past fix of the place is shown, or would have been: either way its label teaches the control of places. */
function placeVerdict(
  { overridden: _, ...silence }: PolicyVerdict,
  { itemId, place }: PlacedCandidate,
  refusal: OverrideReason | undefined,
): PolicyVerdict {
  const action = 'top1_resolution' as const;
  if (refusal !== undefined) {
    const reason = overrideWords[refusal];
    return {
      ...silence,
      action: 'abstain',
      reason,
      place,
      shows: [],
      shadow: itemId,
      overridden: { action, reason: refusal },
    };
  }
  const { shadow: __, ...shown } = silence;
  return {
    ...shown,
    action,
    reason: 'it likely changed the function that is to be changed now',
    place,
    shows: [itemId],
  };
}

/** Control for another α: everything in proportion. */
function termsFor(alpha: number): ControlTerms {
  return {
    ...defaultControlTerms,
    alpha,
    target: (defaultControlTerms.target / defaultControlTerms.alpha) * alpha,
  };
}

/**
 * Wrong ones are rarer here than α allows, so that steering to α would only ever open it: the target is halved. The surest and the least
 * sure are .1 of risk apart, so that steps are short, too.
 */
function placeTerms(terms: ControlTerms): ControlTerms {
  return { ...terms, alpha: terms.alpha / 2, target: terms.target / 2, step: terms.step / 4 };
}

/** The risk is that of the best candidate: what an action shows before it was not estimated. */
function otherThanBest({ candidates }: GateState, action: GateAction): OverrideReason | undefined {
  const [best] = fixesAmong(candidates);
  const [first] = shownCandidates(action, candidates);
  return first?.itemId === best?.itemId ? undefined : 'risk_above_threshold';
}

interface Guarded {
  readonly risk: number;
  readonly control: RiskControl;
  /** The ledger allows it. */
  readonly isOpen: boolean;
}

function guard({ risk, control, isOpen }: Guarded): OverrideReason | undefined {
  if (control.isAlarmed) return 'drift_alarm';
  if (risk > thresholdOf(control)) return 'risk_above_threshold';
  return isOpen ? undefined : 'ledger_closed';
}

function learnTrial(
  control: RiskControl,
  { action, kind, covariates }: JudgedDecision,
  logOdds: number,
  terms: ControlTerms,
): RiskControl {
  const isWrong = isWrongTrial(action, kind);
  if (isWrong === undefined || covariates.length === 0) return control;
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
