import { expect, it } from 'vitest';
import { areaUnderCurve } from './area-under-curve.ts';

it('is the chance that a right one has more, ties counting half', () => {
  expect(areaUnderCurve([3, 4], [1, 2])).toBe(1);
  expect(areaUnderCurve([1, 2], [1, 2])).toBe(0.5);
  expect(areaUnderCurve([1], [2, 0, 1, 3])).toBe(0.375);
});
