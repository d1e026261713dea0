import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialTail, lowerBound, upperBound } from './binomial.ts';

const counts = fc.nat(40).chain((trials) => fc.tuple(fc.nat(trials), fc.constant(trials)));
const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });

describe('binomialTail', () => {
  it('grows with successes to 1, and falls as they become more likely', () => {
    fc.assert(
      fc.property(counts, share, ([successes, trials], p) => {
        const tail = binomialTail(successes, trials, p);
        expect(tail).toBeGreaterThanOrEqual(binomialTail(successes - 1, trials, p));
        expect(tail).toBeLessThanOrEqual(binomialTail(successes, trials, p / 2) + 1e-12);
        expect(binomialTail(trials, trials, p)).toBe(1);
      }),
    );
  });

  it('turns round with the probability', () => {
    fc.assert(
      fc.property(counts, share, ([successes, trials], p) => {
        const turned = 1 - binomialTail(trials - successes - 1, trials, 1 - p);
        expect(binomialTail(successes, trials, p)).toBeCloseTo(turned, 9);
      }),
    );
  });

  it('is what tables say, and does not underflow', () => {
    expect(binomialTail(2, 10, 0.5)).toBeCloseTo(56 / 1024, 12);
    expect(binomialTail(100, 5_000, 0.02)).toBeCloseTo(0.5266, 2);
  });
});

describe('the exact bounds', () => {
  it('lie on both sides of the share, at the chance that they are given', () => {
    fc.assert(
      fc.property(counts, fc.constantFrom(0.01, 0.05, 0.2), ([successes, trials], delta) => {
        const upper = upperBound(successes, trials, delta);
        const lower = lowerBound(successes, trials, delta);
        expect(upper).toBeGreaterThanOrEqual(trials === 0 ? 1 : successes / trials);
        expect(lower).toBeLessThanOrEqual(trials === 0 ? 0 : successes / trials);
        if (successes < trials) expect(binomialTail(successes, trials, upper)).toBeCloseTo(delta, 6);
        if (successes > 0) expect(1 - binomialTail(successes - 1, trials, lower)).toBeCloseTo(delta, 6);
      }),
    );
  });

  it('need 29 clean trials for .10 and 59 for .05, and call 0 of 32 up to 8.9 %', () => {
    expect(upperBound(0, 29, 0.05)).toBeLessThanOrEqual(0.1);
    expect(upperBound(0, 28, 0.05)).toBeGreaterThan(0.1);
    expect(upperBound(0, 59, 0.05)).toBeLessThanOrEqual(0.05);
    expect(upperBound(0, 58, 0.05)).toBeGreaterThan(0.05);
    expect(upperBound(0, 32, 0.05)).toBeCloseTo(0.0894, 4);
  });
});
