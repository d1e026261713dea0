import type { OutcomeKind, PolicyVerdict } from '../model/decision.ts';
import { leaf, type PlaceEvidence, type ScoreTree } from '../model/evidence.ts';
import type { GateAction, OverrideReason } from '../model/gate.ts';
import { evidenceOf } from '../numeric/confidence-bounds.ts';
import { overrideWords } from '../wording/descriptions.ts';
import { fixesAmong, isInjection } from './actions.ts';
import type { RewardCoefficients } from './options.ts';
import {
  contradictionOf,
  isClearlySame,
  nothingNear,
  overrideOf,
  silenceOf,
  whyClearlySame,
} from './overrides.ts';
import {
  definePolicy,
  type GateState,
  type JudgedDecision,
  type KnownNumber,
  type Policy,
  type PolicyCandidate,
} from './policy.ts';
import { type GatePriors, shippedPriors } from './priors.ts';
import { defaultReward } from './reward.ts';
import {
  type ControlTerms,
  calibratedRisk,
  defaultControlTerms,
  learnControl,
  type RiskControl,
  startControl,
  thresholdOf,
} from './risk-control.ts';
import {
  bestPlaced,
  failureLogOdds,
  isPlaceLikely,
  placeLogOdds,
  riskCovariates,
} from './risk-covariates.ts';

interface GuardedState extends Record<string, unknown> {
  readonly control: RiskControl;
  /** The same for past fixes of a place: another question with other answers. */
  readonly places: RiskControl;
  /** Outcomes of this memory that it has learned from. */
  readonly learned: number;
}

interface GuardOptions {
  readonly reward?: RewardCoefficients;
  readonly priors?: GatePriors;
  /** α: share of wrong ones among the shown; thresholds begin and are steered accordingly. Default .1. */
  readonly alpha?: number;
}

/**
 * The constrained choice of Eq. 22, without the multipliers of its relaxation: shows a memory if its expected reward (Eqs. 19,
 * 20) is above that of silence, its calibrated risk is below a threshold that outcomes move, and it fits the budget. A drift
 * alarm closes the policy. Where no known failure may be shown, a past fix of the function to be changed may be, under a
 * control of its own. The ledger limits both ({@link decide}).
 */
export function guardedRscbMc(options: GuardOptions = {}): Policy {
  const { reward = defaultReward, priors = shippedPriors } = options;
  const terms = termsFor(options.alpha ?? defaultControlTerms.alpha);
  const openness = terms.alpha / defaultControlTerms.alpha;
  return definePolicy<GuardedState>({
    name: 'guarded_rscb_mc',
    version: 10,
    start: () => ({
      control: startControl(priors.threshold * openness),
      places: startControl(priors.place.threshold * Math.sqrt(openness)),
      learned: 0,
    }),
    update: ({ control, places, learned }, judged) => {
      const { place, covariates } = judged;
      const known = { control, places, learned: learned + 1 };
      return place === undefined
        ? { ...known, control: learnTrial(control, judged, failureLogOdds(priors, covariates), terms) }
        : {
            ...known,
            places: learnTrial(places, judged, placeLogOdds(priors.place, place), placeTerms(terms)),
          };
    },
    describe: describeControls,
    decide(state, { control, places, learned }) {
      const failure = offerFailure(state, control, { priors, reward });
      const isPlaceOpen = failure?.refusal !== undefined || failure === undefined;
      const offer =
        isPlaceOpen && !isOfThisFailure(state)
          ? (offerPlace(state, places, { priors, reward }) ?? failure)
          : failure;
      return {
        ...{ policy: this.name, policyVersion: this.version, propensity: 1 },
        ...verdictOn(offer, state, reward),
        knowledge: learned > 0 ? 'outcomes' : 'priors',
      };
    },
  });
}

/** One memory that may be shown. */
interface Offer {
  readonly candidate: PolicyCandidate;
  /** Calibrated chance that it is wrong. */
  readonly risk: number;
  /** Why it is shown, in words. */
  readonly reason: string;
  readonly place?: PlaceEvidence;
  /** Why it is not shown. */
  readonly refusal: OverrideReason | undefined;
}

interface OfferTerms {
  readonly priors: GatePriors;
  readonly reward: RewardCoefficients;
}

function offerFailure(
  state: GateState,
  control: RiskControl,
  { priors, reward }: OfferTerms,
): Offer | undefined {
  const [candidate] = fixesAmong(state.candidates);
  if (candidate === undefined) return undefined;
  const risk = calibratedRisk(control, failureLogOdds(priors, riskCovariates(state)));
  return {
    candidate,
    risk,
    reason: isClearlySame(state.match, [candidate])
      ? whyClearlySame
      : 'what it may bring outweighs the risk that it is wrong',
    refusal:
      overrideOf(candidate) ??
      // Signatures alone, such as the outermost frame of the same command, make no failure known.
      (candidate.strength === 'different' ? 'nothing_to_show' : undefined) ??
      contradictionOf(state, [candidate]) ??
      (candidate.tokenCost > state.budgetTokens ? 'nothing_to_show' : undefined) ??
      guard(risk, control, reward),
  };
}

/** Tokens that a card of a place takes beyond that of the memory. */
const placeCardTokens = 60;

function offerPlace(
  { candidates, budgetTokens }: GateState,
  control: RiskControl,
  { priors, reward }: OfferTerms,
): Offer | undefined {
  const candidate = bestPlaced(candidates);
  if (candidate === undefined) return undefined;
  const { place } = candidate;
  const risk = calibratedRisk(control, placeLogOdds(priors.place, place));
  return {
    ...{ candidate, place, risk, reason: 'it likely changed the function that is to be changed now' },
    refusal:
      overrideOf(candidate) ??
      (candidate.tokenCost + placeCardTokens > budgetTokens ? 'nothing_to_show' : undefined) ??
      guard(risk, control, reward) ??
      (isPlaceLikely(place) ? undefined : 'place_unlikely'),
  };
}

function guard(risk: number, control: RiskControl, reward: RewardCoefficients): OverrideReason | undefined {
  if (control.isAlarmed) return 'drift_alarm';
  if (risk > thresholdOf(control)) return 'risk_above_threshold';
  return rewardOfShowing(risk, reward).value > rewardOfSilence(risk, reward).value
    ? undefined
    : 'silence_is_better';
}

/** A card about this very failure is judged for that, and silence about it, too. */
function isOfThisFailure({ candidates }: GateState): boolean {
  return candidates.some(({ strength }) => strength === 'same');
}

type Decided = Omit<PolicyVerdict, 'policy' | 'policyVersion' | 'propensity'>;

/** A memory that is not shown is named all the same: either way its label teaches the control. */
function verdictOn(offer: Offer | undefined, state: GateState, reward: RewardCoefficients): Decided {
  if (offer === undefined) {
    const action = silenceOf(state.nearCount);
    const reason = nothingNear(state) ?? overrideWords.nothing_to_show;
    return { action, reason, actionScores: [{ action, score: rewardOfSilence(1, reward) }], shows: [] };
  }
  const { candidate, risk, reason, place, refusal } = offer;
  const action: GateAction = 'top1_resolution';
  const silence = place === undefined ? silenceOf(state.nearCount) : 'abstain';
  const shown = { action, score: rewardOfShowing(risk, reward) };
  const silent = { action: silence, score: rewardOfSilence(risk, reward) };
  const actionScores = [shown, silent].toSorted((a, b) => b.score.value - a.score.value);
  const known = { risk, actionScores, ...(place === undefined ? {} : { place }) };
  if (refusal === undefined) return { ...known, action, reason, shows: [candidate.itemId] };
  return {
    ...known,
    ...{ action: silence, reason: overrideWords[refusal], shows: [], shadow: candidate.itemId },
    overridden: { action, reason: refusal },
  };
}

/** E[r] of showing it (Eq. 19): a right memory is proven by tests as often as accepted, and never turned down. */
function rewardOfShowing(risk: number, { verified, accepted, falsePositive }: RewardCoefficients): ScoreTree {
  const gain = ((verified + accepted) / 2) * (1 - risk);
  return sumOf('expected reward of showing it: Eq. 19', [
    [gain, `α, β: it is right, ${share(1 - risk)}`],
    [-falsePositive * risk, `− γ: it is wrong, ${share(risk)}`],
  ]);
}

/** E[r] of silence (Eq. 20). */
function rewardOfSilence(risk: number, { correctAbstain }: RewardCoefficients): ScoreTree {
  return sumOf('expected reward of silence: Eq. 20', [
    [correctAbstain * risk, `κ: silence is right, ${share(risk)}`],
  ]);
}

function sumOf(description: string, terms: readonly (readonly [number, string])[]): ScoreTree {
  const parts = terms.map(([value, words]) => leaf(value, words));
  return { value: parts.reduce((sum, { value }) => sum + value, 0), description, parts };
}

function share(value: number): string {
  return value.toFixed(2);
}

function describeControls({ control, places }: GuardedState): readonly KnownNumber[] {
  const open = (one: RiskControl) => (one.isAlarmed ? 0 : thresholdOf(one));
  return [
    { description: 'risk up to which a memory is shown', value: open(control) },
    { description: 'the same, as far as the latest trials prove it', value: control.proven },
    { description: 'labelled trials, shadow decisions among them', value: control.seen },
    {
      description: 'evidence of drift; the alarm closes the gate at 1,000',
      value: evidenceOf(control.detector),
    },
    { description: 'risk up to which a past fix of the same function is shown', value: open(places) },
    { description: 'labelled trials of such fixes, shadow decisions among them', value: places.seen },
  ];
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
 * Wrong memories are rarer here than α allows, so steering to α would only ever open the control: the target is halved. The
 * risks lie within .1 of each other, so steps are short.
 */
function placeTerms(terms: ControlTerms): ControlTerms {
  return { ...terms, alpha: terms.alpha / 2, target: terms.target / 2, step: terms.step / 4 };
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

/** Whether the memory that was shown, or would have been, was wrong; undefined when the outcome does not tell. */
function isWrongTrial(action: GateAction, kind: OutcomeKind): boolean | undefined {
  if (isInjection(action)) {
    if (kind === 'false_positive' || kind === 'rejected') return true;
    return kind === 'verified' || kind === 'accepted' ? false : undefined;
  }
  if (kind === 'correct_abstain') return true;
  return kind === 'missed' ? false : undefined;
}
