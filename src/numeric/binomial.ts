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
