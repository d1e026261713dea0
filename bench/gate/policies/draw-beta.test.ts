import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/numeric/seeded-random.ts';
import { drawBeta } from './draw-beta.ts';

function draws(alpha: number, beta: number, count = 20_000): readonly number[] {
  const random = seededRandom(11);
  return Array.from({ length: count }, () => drawBeta(alpha, beta, random));
}

describe('drawBeta', () => {
  it.each([
    [1, 1],
    [1, 3],
    [0.5, 0.5],
    [12, 4],
  ])('of (%d, %d) has its mean and variance', (alpha, beta) => {
    const all = draws(alpha, beta);
    const mean = all.reduce((sum, x) => sum + x, 0) / all.length;
    const variance = all.reduce((sum, x) => sum + (x - mean) ** 2, 0) / all.length;
    const total = alpha + beta;
    expect(mean).toBeCloseTo(alpha / total, 1.5);
    expect(Math.abs(variance - (alpha * beta) / (total * total * (total + 1)))).toBeLessThan(0.004);
    expect(all.every((x) => x >= 0 && x <= 1)).toBe(true);
  });

  it('is the uniform distribution for (1, 1)', () => {
    const below = draws(1, 1).filter((x) => x < 0.25).length / 20_000;
    expect(below).toBeCloseTo(0.25, 1.7);
  });

  it('gives the same for the same seed, and a number even from the edge of chance', () => {
    expect(drawBeta(2, 3, seededRandom(4))).toBe(drawBeta(2, 3, seededRandom(4)));
    let at = 0;
    const edges = () => [0, 0.999_999_999, 0.5, 0.25][at++ % 4] as number;
    expect(drawBeta(0.3, 0.3, edges)).toBeGreaterThanOrEqual(0);
  });
});
