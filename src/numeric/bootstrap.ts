import type { ValueEstimate } from '../model/answers/gate-report.ts';
import { seededRandom } from './seeded-random.ts';

interface PairedEstimate {
  readonly mean: number;
  /** 95 % percentile interval. */
  readonly low: number;
  readonly high: number;
  /** Share of the resamples whose mean is above 0. */
  readonly shareAbove: number;
}

/** A number that is computed from the cases at these positions. */
type Statistic = (positions: Uint32Array) => number;

const pairedResamples = 2_000;
const tail = 0.025;

/**
 * Estimates the spread of statistics over the same resamples of `count` cases, drawn with replacement. Deterministic.
 * @returns the statistic over all cases, its interval, and its finite values over the resamples in ascending order
 */
export function bootstrapOf(
  count: number,
  seed: number,
  resamples: number,
): (statistic: Statistic) => ValueEstimate & { readonly values: readonly number[] } {
  const random = seededRandom(seed);
  const all = Uint32Array.from({ length: count }, (_, at) => at);
  const drawn = Array.from({ length: resamples }, () =>
    Uint32Array.from({ length: count }, () => Math.floor(random() * count)),
  );
  return (statistic) => {
    const values = drawn
      .map(statistic)
      .filter(Number.isFinite)
      .sort((a, b) => a - b);
    return {
      value: statistic(all),
      low: values[Math.floor(tail * values.length)] ?? Number.NaN,
      high: values[Math.ceil((1 - tail) * values.length) - 1] ?? Number.NaN,
      values,
    };
  };
}

/**
 * Uncertainty of a mean of paired differences.
 * @param differences one for each case; without any, all results are 0
 */
export function pairedBootstrap(differences: readonly number[], seed: number): PairedEstimate {
  if (differences.length === 0) return { mean: 0, low: 0, high: 0, shareAbove: 0 };
  const { value, low, high, values } = bootstrapOf(
    differences.length,
    seed,
    pairedResamples,
  )((positions) => averageAt(differences, positions));
  return { mean: value, low, high, shareAbove: values.filter((mean) => mean > 0).length / pairedResamples };
}

export function averageAt(values: readonly number[], positions: Uint32Array): number {
  let total = 0;
  for (const at of positions) total += values[at] as number;
  return total / positions.length;
}
