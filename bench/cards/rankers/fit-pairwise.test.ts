import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/numeric/seeded-random.ts';
import { fitPairwise, type RankedPair } from './fit-pairwise.ts';
import { fitTwoLayers } from './fit-two-layers.ts';

/** The better has more of the first feature and less of the second; the third is chance. */
function pairs(count: number, seed: number): readonly RankedPair[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => ({
    better: Float64Array.of(0.6 + 0.4 * random(), 0.4 * random(), random()),
    worse: Float64Array.of(0.5 * random(), 0.3 + 0.7 * random(), random()),
  }));
}

describe('rankers from pairs', () => {
  it('find which features put one before the other', () => {
    const [more = 0, less = 0, chance = 0] = fitPairwise(pairs(300, 1), 3);
    expect(more).toBeGreaterThan(1);
    expect(less).toBeLessThan(-0.5);
    expect(Math.abs(chance)).toBeLessThan(0.5);
  });

  it('order pairs that they have not seen, with two layers too', () => {
    const { hidden, hiddenBias, output } = fitTwoLayers(pairs(300, 1), 3);
    const score = (row: Float64Array) =>
      hidden.reduce((sum, weights, unit) => {
        const input = weights.reduce((total, weight, i) => total + weight * (row[i] as number), 0);
        return sum + (output[unit] as number) * Math.max(0, input + (hiddenBias[unit] as number));
      }, 0);
    const unseen = pairs(200, 2);
    const right = unseen.filter(({ better, worse }) => score(better) > score(worse)).length;
    expect(right).toBeGreaterThan(180);
  });

  it('are the same for the same pairs, and all zero without any', () => {
    expect(fitPairwise(pairs(40, 3), 3)).toEqual(fitPairwise(pairs(40, 3), 3));
    expect(fitTwoLayers(pairs(40, 3), 3)).toEqual(fitTwoLayers(pairs(40, 3), 3));
    expect(fitPairwise([], 3)).toEqual([0, 0, 0]);
  });
});
