import { binomialTail } from '../../numeric/binomial.ts';

/** A labelled trial: what would have been shown, or was, and whether it was wrong. */
export interface RiskTrial {
  /** p̂fp that it was given, 0–1. */
  readonly risk: number;
  readonly isWrong: boolean;
}

/** Thresholds that are tested, the strictest first: a fixed sequence, chosen before any trial is seen. */
const thresholds = [0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3];

/**
 * The largest threshold on p̂fp that is proven to keep the risk among what it lets through within α, with P ≥ 1 − δ (Learn then
 * Test, Angelopoulos et al. 2021): from the strictest on, each is tested by the exact binomial tail of its trials, until one
 * fails. Thresholds that let through too few for any proof are passed over; that hangs on the trials' risks alone, not on their
 * labels, so the proof stays one. 29 clean trials prove α = .10 at δ = .05.
 *
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
