import { describe, expect, it } from 'vitest';
import { largestOf } from './largest-of.ts';

describe('largestOf', () => {
  it('is the largest value, and 0 where there is none above', () => {
    expect(largestOf([0.5, 3, 2])).toBe(3);
    expect(largestOf(Float64Array.of(-2, -1))).toBe(0);
    expect(largestOf([])).toBe(0);
  });
});
