import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  binomialTail,
  type EDetector,
  emptyDetector,
  evidenceOf,
  lowerBound,
  upperBound,
  watchMean,
} from './confidence-bounds.ts';
import { seededRandom } from './seeded-random.ts';

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

const alpha = 0.1;

function watchAll(observations: readonly number[]): EDetector {
  return observations.reduce((detector, x) => watchMean(detector, x, alpha), emptyDetector);
}

function alarmAfter(rate: number, seed: number, steps: number): number {
  const random = seededRandom(seed);
  let detector = emptyDetector;
  for (let step = 1; step <= steps; step++) {
    detector = watchMean(detector, random() < rate ? 1 : 0, alpha);
    if (evidenceOf(detector) >= 20) return step;
  }
  return Number.POSITIVE_INFINITY;
}

describe('the e-detector', () => {
  it('rises with what is above the bound and falls with what is below', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1), { maxLength: 50 }), (told) => {
        const before = watchAll(told);
        expect(evidenceOf(watchMean(before, 1, alpha))).toBeGreaterThan(evidenceOf(before));
        expect(evidenceOf(watchMean(watchMean(before, 0, alpha), 0, alpha))).toBeLessThanOrEqual(
          Math.max(1, evidenceOf(before)),
        );
        expect(before.capitals.every((capital) => capital > 0)).toBe(true);
      }),
    );
  });

  it('waits about 1/δ steps for a false alarm where the mean is at the bound, and alarms soon where it is above', () => {
    const at = Array.from({ length: 200 }, (_, seed) => alarmAfter(alpha, seed, 20));
    expect(at.filter(Number.isFinite).length / at.length).toBeLessThan(0.1);
    const above = Array.from({ length: 200 }, (_, seed) => alarmAfter(0.35, seed, 200));
    expect(above.every(Number.isFinite)).toBe(true);
    const half = above.toSorted((a, b) => a - b)[100] as number;
    expect(half).toBeLessThan(30);
  });

  it('forgets good times at once: after a thousand clean steps it alarms no later', () => {
    const clean = watchAll(new Array<number>(1_000).fill(0));
    const fresh = watchAll([]);
    const evidenceThen = (detector: EDetector) =>
      evidenceOf([1, 1, 1].reduce((d, x) => watchMean(d, x, alpha), detector));
    expect(evidenceThen(clean)).toBeCloseTo(evidenceThen(fresh), 9);
  });
});
