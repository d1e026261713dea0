import {
  binomialTail,
  type EDetector,
  emptyDetector,
  evidenceOf,
  watchMean,
} from '../numeric/confidence-bounds.ts';
import { logisticOf, type OnlineLogistic, updateLogistic } from '../numeric/online-models.ts';

/** Keeps the risk of shown memories within α, as far as outcomes tell: a fold of labelled trials. */
export interface RiskControl {
  /** Log-odds of a trial's risk, calibrated by outcomes (Platt 1999). */
  readonly calibration: OnlineLogistic;
  /** p̂fp up to which memories are shown, as steered by the outcomes of shown ones. */
  readonly steered: number;
  /** p̂fp up to which the latest trials, shown or not, prove the risk to be within α. */
  readonly proven: number;
  /** Labelled trials so far. */
  readonly seen: number;
  readonly detector: EDetector;
  /** The detector has called: nothing is shown until trials prove a threshold again. */
  readonly isAlarmed: boolean;
  /** The latest ones since the last alarm, oldest first. */
  readonly trials: readonly RiskTrial[];
}

export interface ControlTerms {
  /** α: the promised share of wrong ones. */
  readonly alpha: number;
  /** Share that the threshold is steered to: below α, for unjudged ones may be wrong too. */
  readonly target: number;
  /** δ: chance that a proof errs. */
  readonly delta: number;
  /** Shown memories between two false alarms, at least. */
  readonly alarmEvery: number;
  /** η of the online control, on the logarithm of the threshold: at .2, a clean trial raises .08 by 1.6 %, a wrong one cuts 17 %. */
  readonly step: number;
}

export const defaultControlTerms: ControlTerms = {
  alpha: 0.1,
  target: 0.08,
  delta: 0.05,
  alarmEvery: 1_000,
  step: 0.2,
};

const mostTrials = 400;
/** A proof is looked for anew after so many trials. */
const provenEvery = 10;
const bounds = { least: 1e-4, most: 0.5 } as const;

/** Control before any outcome. @param threshold 0: nothing is shown before trials prove one */
export function startControl(threshold: number): RiskControl {
  return {
    calibration: { weights: [0, 1], squares: [0, 0] },
    steered: threshold,
    proven: 0,
    seen: 0,
    detector: emptyDetector,
    isAlarmed: threshold === 0,
    trials: [],
  };
}

/** p̂fp after calibration. @param logOdds of the model */
export function calibratedRisk({ calibration }: Pick<RiskControl, 'calibration'>, logOdds: number): number {
  return logisticOf(calibration.weights, [1, logOdds]);
}

/** A trial with its label. A shadow decision was not shown, and is labelled by the session's real fix. */
interface LabelledTrial {
  readonly logOdds: number;
  readonly isWrong: boolean;
  readonly wasShown: boolean;
}

/**
 * Control after one more labelled trial. A shown one moves the threshold (online conformal risk control, Gibbs and
 * Candès 2021) and feeds the detector; all feed calibration and, where nothing may be shown, the proof to reopen.
 */
export function learnControl(
  control: RiskControl,
  { logOdds, isWrong, wasShown }: LabelledTrial,
  { alpha, target, delta, alarmEvery, step }: ControlTerms,
): RiskControl {
  const risk = calibratedRisk(control, logOdds);
  const calibration = updateLogistic(control.calibration, [1, logOdds], isWrong, { rate: 0.1, penalty: 0 });
  const trials = [...control.trials, { risk, isWrong }].slice(-mostTrials);
  const seen = control.seen + 1;
  const isDue = control.isAlarmed || seen % provenEvery === 0;
  const proven = isDue ? provenThreshold(trials, alpha, delta) : control.proven;
  const next = { ...control, calibration, trials, seen, proven };
  if (control.isAlarmed) return proven === 0 ? next : { ...next, steered: proven, isAlarmed: false };
  if (!wasShown) return next;
  const detector = watchMean(control.detector, isWrong ? 1 : 0, alpha);
  if (evidenceOf(detector) >= alarmEvery)
    return { ...next, steered: 0, proven: 0, trials: [], detector: emptyDetector, isAlarmed: true };
  const moved = control.steered * Math.exp(step * (target - (isWrong ? 1 : 0)));
  return { ...next, detector, steered: Math.min(bounds.most, Math.max(bounds.least, moved)) };
}

/**
 * p̂fp up to which memories are shown. Steering alone could fall below every risk there is, and a memory never shown is
 * never judged; memories within the proven risk are shown in any case.
 */
export function thresholdOf({ steered, proven }: RiskControl): number {
  return Math.max(steered, proven);
}

/** A labelled trial: a memory that was shown, or would have been, and whether it was wrong. */
export interface RiskTrial {
  /** p̂fp that it was given, 0–1. */
  readonly risk: number;
  readonly isWrong: boolean;
}

/** Thresholds that are tested, the strictest first: a fixed sequence, chosen before any trial is seen. */
const thresholds = [0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3];

/**
 * The largest threshold on p̂fp that is proven to keep the risk of the admitted within α, with P ≥ 1 − δ (Learn then Test,
 * Angelopoulos et al. 2021): from the strictest on, each is tested by the exact binomial tail of its trials, until one fails.
 * Thresholds with too few trials for any proof are skipped; that depends on the risks of the trials alone, not on their
 * labels, so the proof holds. 29 clean trials prove α = .10 at δ = .05.
 * @returns 0 when none is proven
 */
export function provenThreshold(trials: readonly RiskTrial[], alpha: number, delta: number): number {
  let proven = 0;
  for (const threshold of thresholds) {
    const within = trials.filter(({ risk }) => risk <= threshold);
    if (binomialTail(0, within.length, alpha) > delta) continue;
    const wrong = within.filter(({ isWrong }) => isWrong).length;
    if (binomialTail(wrong, within.length, alpha) > delta) return proven;
    proven = threshold;
  }
  return proven;
}
