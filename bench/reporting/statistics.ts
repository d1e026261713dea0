import { wilsonInterval } from '../../src/numeric/confidence-bounds.ts';

/** Nearest-rank percentile; `share` from 0 to 1. NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** `0.52 [0.38, 0.66] (23 of 44)`: a rate with its 95 % Wilson interval and its counts. */
export function describeRate(successes: number, trials: number): string {
  const { low, high } = wilsonInterval(successes, trials);
  const share = trials === 0 ? 0 : successes / trials;
  return `${share.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}] (${successes} of ${trials})`;
}

/** How many of them it holds of, as {@link describeRate} writes it. */
export function rate<Case>(all: readonly Case[], holds: (one: Case) => boolean | undefined): string {
  return describeRate(all.filter(holds).length, all.length);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** NaN of nothing. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** Two-sided exact McNemar test on paired outcomes: P of a split at least as uneven, under a fair coin. */
export function mcNemar(wins: number, losses: number): number {
  const trials = wins + losses;
  const extreme = Math.max(wins, losses);
  let tail = 0;
  for (let k = extreme; k <= trials; k++) tail += Math.exp(logBinomial(trials, k) - trials * Math.LN2);
  return Math.min(1, 2 * tail);
}

function logBinomial(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += Math.log(n - k + i) - Math.log(i);
  return sum;
}
