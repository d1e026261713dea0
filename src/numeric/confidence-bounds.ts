/** Wilson score interval of a proportion (Wilson 1927); 95 % by default. No trials: the whole range. */
export function wilsonInterval(
  successes: number,
  trials: number,
  z = 1.959963984540054,
): { readonly low: number; readonly high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const square = z * z;
  const centre = share + square / (2 * trials);
  const spread = z * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials * trials));
  const scale = 1 + square / trials;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}

/**
 * P(X ≤ successes) for X ~ Binomial(trials, probability), added up term by term: exact to rounding, and quick for the
 * thousands of trials that are meant here.
 */
export function binomialTail(successes: number, trials: number, probability: number): number {
  if (successes >= trials || probability <= 0) return 1;
  if (successes < 0 || probability >= 1) return 0;
  const odds = Math.log(probability) - Math.log1p(-probability);
  let term = trials * Math.log1p(-probability);
  let sum = Math.exp(term);
  for (let k = 1; k <= successes; k++) {
    term += Math.log((trials - k + 1) / k) + odds;
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}

const bisections = 60;

/**
 * Exact upper confidence bound of a proportion (Clopper and Pearson 1934), one-sided: 0 of 29 gives .0981 at δ = .05.
 * @param delta chance that the bound is too low
 */
export function upperBound(successes: number, trials: number, delta: number): number {
  if (successes >= trials) return 1;
  return bisect((probability) => binomialTail(successes, trials, probability) > delta);
}

/** Exact lower confidence bound of a proportion, one-sided. */
export function lowerBound(successes: number, trials: number, delta: number): number {
  if (successes <= 0) return 0;
  return bisect((probability) => 1 - binomialTail(successes - 1, trials, probability) <= delta);
}

/** The probability up to which `isBelow` holds. */
function bisect(isBelow: (probability: number) => boolean): number {
  let low = 0;
  let high = 1;
  for (let i = 0; i < bisections; i++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Watches a stream of numbers in [0, 1] for a mean above α, by one e-process per bet, which starts again when its capital is
 * lost (an e-detector, Shin, Ramdas and Rinaldo 2023). Plain numbers, so that it can be stored.
 */
export interface EDetector {
  /** Capital of each bet; 1 at a start. */
  readonly capitals: readonly number[];
}

/** Shares of the capital that are bet on the mean being above α; several, since by how much it will be is not known. */
const bets = [0.25, 0.5, 1, 2, 4];

export const emptyDetector: EDetector = { capitals: bets.map(() => 1) };

/** The capital after one more observation: ∏ (1 + b (x − α)), never below the 1 of a new start. */
export function watchMean({ capitals }: EDetector, observation: number, alpha: number): EDetector {
  return {
    capitals: capitals.map(
      (capital, i) => Math.max(1, capital) * factor(bets[i] as number, observation, alpha),
    ),
  };
}

/** Every bet stays so small that the capital stays positive. */
function factor(bet: number, observation: number, alpha: number): number {
  return 1 + Math.min(bet, 0.5 / alpha) * (observation - alpha);
}

/** Evidence that the mean is above α: the mean capital of all bets. */
export function evidenceOf({ capitals }: EDetector): number {
  return capitals.reduce((sum, capital) => sum + capital, 0) / capitals.length;
}
