import { describe, expect, it } from 'vitest';
import { causeLikeness, causeWords, relationOf } from './cause-likeness.ts';

describe('causeLikeness', () => {
  it('compares words of two characters or more, with the marks that names have', () => {
    expect([...causeWords('Error: a kettle.c:3 (x) Error:')]).toEqual(['error:', 'kettle.c:3']);
  });

  it('is the share of all words that both have', () => {
    expect(causeLikeness(causeWords('no lid here'), causeWords('no lid there'))).toBe(0.5);
    expect(causeLikeness(new Set(), new Set())).toBe(0);
  });

  it('is in doubt between unlike and alike', () => {
    expect([0.29, 0.3, 0.49, 0.5].map(relationOf)).toEqual(['unlike', 'in_doubt', 'in_doubt', 'alike']);
  });
});
