import { describe, expect, it } from 'vitest';
import { describeRate, mcNemar, percentile } from './statistics.ts';

describe('mcNemar', () => {
  // Sums of binomial coefficients: 2 · P(X ≥ larger) under a fair coin, at most 1.
  it.each([
    { wins: 0, losses: 0, p: 1 },
    { wins: 1, losses: 0, p: 1 },
    { wins: 3, losses: 3, p: 1 },
    { wins: 5, losses: 1, p: 14 / 64 },
    { wins: 8, losses: 0, p: 2 / 256 },
    { wins: 10, losses: 2, p: 158 / 4_096 },
    { wins: 15, losses: 6, p: 164_320 / 2_097_152 },
  ])('of $wins wins and $losses losses is $p', ({ wins, losses, p }) => {
    expect(mcNemar(wins, losses)).toBeCloseTo(p, 10);
    expect(mcNemar(losses, wins)).toBeCloseTo(p, 10);
  });

  it('stays a number where the coefficients overflow', () => {
    // By whole numbers: 2 · Σ C(2000, k) for k ≥ 1100, over 2^2000.
    expect(mcNemar(1_100, 900) / 8.457089535503927e-6).toBeCloseTo(1, 9);
  });
});

describe('percentile', () => {
  it('is a value that occurred: the nearest rank', () => {
    const values = [40, 10, 30, 20];
    expect([0, 0.5, 0.75, 0.95, 1].map((share) => percentile(values, share))).toEqual([10, 20, 30, 40, 40]);
  });

  it('of nothing is not a number', () => {
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe('describeRate', () => {
  it('gives the share with its Wilson interval and its counts', () => {
    expect(describeRate(85, 106)).toBe('0.80 [0.72, 0.87] (85 of 106)');
  });

  it('promises nothing about nothing', () => {
    expect(describeRate(0, 0)).toBe('0.00 [0.00, 1.00] (0 of 0)');
  });
});
