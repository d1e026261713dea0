import { type EDetector, emptyDetector, evidenceOf, watch } from '../../numeric/e-detector.ts';
import { logisticOf, type OnlineLogistic, updateLogistic } from '../../numeric/online-logistic.ts';
import { provenThreshold, type RiskTrial } from './learn-then-test.ts';

/** What keeps the risk of what is shown within α, as far as outcomes tell: a fold of labelled trials. */
export interface RiskControl {
  /** Log-odds of a trial's risk brought to what outcomes say (Platt 1999). */
  readonly calibration: OnlineLogistic;
  /** p̂fp up to which memories are shown. */
  readonly threshold: number;
  readonly detector: EDetector;
  /** The detector has called: nothing is shown until trials prove a threshold again. */
  readonly isAlarmed: boolean;
  /** The latest ones since the last alarm, oldest first. */
  readonly trials: readonly RiskTrial[];
}

export interface ControlTerms {
  /** α */
  readonly alpha: number;
  /** δ */
  readonly delta: number;
}

export const defaultControlTerms: ControlTerms = { alpha: 0.1, delta: 0.05 };

const mostTrials = 200;
/** η of the online control, on the logarithm of the threshold: a clean trial at α = .1 raises it by 5 %, a wrong one takes a third off. */
const step = 0.5;
const bounds = { least: 1e-4, most: 0.5 } as const;

/** Control before any outcome. @param threshold 0: nothing is shown before trials prove one */
export function startControl(threshold: number): RiskControl {
  return {
    calibration: { weights: [0, 1], squares: [0, 0] },
    threshold,
    detector: emptyDetector,
    isAlarmed: threshold === 0,
    trials: [],
  };
}

/** p̂fp after calibration. @param logOdds of the model */
export function calibratedRisk({ calibration }: Pick<RiskControl, 'calibration'>, logOdds: number): number {
  return logisticOf(calibration.weights, [1, logOdds]);
}

/** A trial with its label. A shadow decision was not shown, and is labelled by what the session's real fix was. */
export interface LabelledTrial {
  readonly logOdds: number;
  readonly isWrong: boolean;
  readonly wasShown: boolean;
}

/**
 * Control after one more labelled trial. What was shown moves the threshold (online conformal risk control, Gibbs and Candès 2021)
 * and feeds the detector; every trial feeds calibration and, where nothing may be shown, the proof that something may be again.
 */
export function learnControl(
  control: RiskControl,
  { logOdds, isWrong, wasShown }: LabelledTrial,
  { alpha, delta }: ControlTerms,
): RiskControl {
  const risk = calibratedRisk(control, logOdds);
  const calibration = updateLogistic(control.calibration, [1, logOdds], isWrong, { rate: 0.1, penalty: 0 });
  const trials = [...control.trials, { risk, isWrong }].slice(-mostTrials);
  if (control.isAlarmed) return reopen({ ...control, calibration, trials }, alpha, delta);
  if (!wasShown) return { ...control, calibration, trials };
  const detector = watch(control.detector, isWrong ? 1 : 0, alpha);
  if (evidenceOf(detector) >= 1 / delta)
    return { calibration, threshold: 0, detector: emptyDetector, isAlarmed: true, trials: [] };
  const moved = control.threshold * Math.exp(step * (alpha - (isWrong ? 1 : 0)));
  const threshold = Math.min(bounds.most, Math.max(bounds.least, moved));
  return { calibration, threshold, detector, isAlarmed: false, trials };
}

function reopen(control: RiskControl, alpha: number, delta: number): RiskControl {
  const threshold = provenThreshold(control.trials, alpha, delta);
  return threshold === 0 ? control : { ...control, threshold, isAlarmed: false };
}
