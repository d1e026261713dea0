import { seededRandom } from './seeded-random.ts';

interface BootstrapEstimate {
  readonly mean: number;
  /** 95 % percentile interval. */
  readonly low: number;
  readonly high: number;
  /** Share of the resamples whose mean is above 0. */
  readonly shareAbove: number;
}

const resamples = 2_000;
const tail = 0.025;

/**
 * Uncertainty of a mean of paired differences, from the means of resamples drawn with replacement (Efron 1979).
 * Deterministic.
 *
 * @param differences one for each case; without any, all results are 0
 */
export function pairedBootstrap(differences: readonly number[], seed: number): BootstrapEstimate {
  const count = differences.length;
  if (count === 0) return { mean: 0, low: 0, high: 0, shareAbove: 0 };
  const random = seededRandom(seed);
  const means = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    let sum = 0;
    for (let drawn = 0; drawn < count; drawn++) sum += differences[Math.floor(random() * count)] as number;
    means[resample] = sum / count;
  }
  means.sort();
  return {
    mean: differences.reduce((sum, difference) => sum + difference, 0) / count,
    low: means[Math.floor(tail * resamples)] as number,
    high: means[Math.ceil((1 - tail) * resamples) - 1] as number,
    shareAbove: means.filter((mean) => mean > 0).length / resamples,
  };
}
