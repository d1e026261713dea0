/**
 * Watches a stream of numbers in [0, 1] for a mean above α: one e-process for each of several bets, started again whenever it
 * has lost what it had (an e-detector, Shin, Ramdas and Rinaldo 2023). Plain numbers, so that it can be stored.
 */
export interface EDetector {
  /** Capital of each bet; 1 at a start. */
  readonly capitals: readonly number[];
}

/** Shares of the capital that are bet on the mean being above α; several, since by how much it will be is not known. */
const bets = [0.25, 0.5, 1, 2, 4];

export const emptyDetector: EDetector = { capitals: bets.map(() => 1) };

/** The capital after one more observation: ∏ (1 + b (x − α)), never below the 1 of a new start. */
export function watch({ capitals }: EDetector, observation: number, alpha: number): EDetector {
  return {
    capitals: capitals.map(
      (capital, i) => Math.max(1, capital) * factor(bets[i] as number, observation, alpha),
    ),
  };
}

/** No bet is larger than what keeps the capital positive. */
function factor(bet: number, observation: number, alpha: number): number {
  return 1 + Math.min(bet, 0.5 / alpha) * (observation - alpha);
}

/** Evidence that the mean is above α: the mean capital of all bets. */
export function evidenceOf({ capitals }: EDetector): number {
  return capitals.reduce((sum, capital) => sum + capital, 0) / capitals.length;
}
