import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EDetector, emptyDetector, evidenceOf, watch } from './e-detector.ts';
import { seededRandom } from './seeded-random.ts';

const alpha = 0.1;

function watchAll(observations: readonly number[]): EDetector {
  return observations.reduce((detector, x) => watch(detector, x, alpha), emptyDetector);
}

function alarmAfter(rate: number, seed: number, steps: number): number {
  const random = seededRandom(seed);
  let detector = emptyDetector;
  for (let step = 1; step <= steps; step++) {
    detector = watch(detector, random() < rate ? 1 : 0, alpha);
    if (evidenceOf(detector) >= 20) return step;
  }
  return Number.POSITIVE_INFINITY;
}

describe('the e-detector', () => {
  it('rises with what is above the bound and falls with what is below', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1), { maxLength: 50 }), (told) => {
        const before = watchAll(told);
        expect(evidenceOf(watch(before, 1, alpha))).toBeGreaterThan(evidenceOf(before));
        expect(evidenceOf(watch(watch(before, 0, alpha), 0, alpha))).toBeLessThanOrEqual(
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
      evidenceOf([1, 1, 1].reduce((d, x) => watch(d, x, alpha), detector));
    expect(evidenceThen(clean)).toBeCloseTo(evidenceThen(fresh), 9);
  });
});
