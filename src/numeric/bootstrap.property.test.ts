import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../tests/effort.ts';
import { pairedBootstrap } from './bootstrap.ts';

const differences = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });

test('the same seed gives the same estimate, and the mean does not hang on it', () => {
  fc.assert(
    fc.property(differences, fc.nat(), fc.nat(), (values, seed, other) => {
      expect(pairedBootstrap(values, seed)).toEqual(pairedBootstrap(values, seed));
      expect(pairedBootstrap(values, seed).mean).toBe(pairedBootstrap(values, other).mean);
    }),
    { numRuns: times(20) },
  );
});

test('the interval lies within the differences', () => {
  fc.assert(
    fc.property(differences, (values) => {
      const { low, high, shareAbove } = pairedBootstrap(values, 1);
      expect(low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
      expect(high).toBeLessThanOrEqual(Math.max(...values) + 1e-12);
      expect(low).toBeLessThanOrEqual(high);
      expect(shareAbove).toBeGreaterThanOrEqual(0);
      expect(shareAbove).toBeLessThanOrEqual(1);
    }),
    { numRuns: times(20) },
  );
});

test('constant growth is certain, balanced differences are not, and an empty sample gives no estimate', () => {
  expect(pairedBootstrap([0.1, 0.2, 0.1, 0.3], 1)).toMatchObject({ shareAbove: 1 });
  const balanced = pairedBootstrap(
    Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 1 : -1)),
    1,
  );
  expect(balanced.shareAbove).toBeGreaterThan(0.3);
  expect(balanced.shareAbove).toBeLessThan(0.7);
  expect(balanced.low).toBeLessThan(0);
  expect(balanced.high).toBeGreaterThan(0);
  expect(pairedBootstrap([], 1)).toEqual({ mean: 0, low: 0, high: 0, shareAbove: 0 });
});
