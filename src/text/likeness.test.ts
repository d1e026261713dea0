import { expect, it } from 'vitest';
import { containment, dice, jaccard } from './likeness.ts';

const setOf = (words: string) => new Set(words.split(' ').filter(Boolean));

it.each([
  ['a b c', 'b c d', 0.5, 2 / 3, 2 / 3],
  ['a', 'a b c d', 0.25, 0.4, 1],
  ['a', 'b', 0, 0, 0],
  ['', '', 0, 0, 0],
])('of {%s} and {%s}', (one, other, ...expected) => {
  for (const [left, right] of [
    [setOf(one), setOf(other)],
    [setOf(other), setOf(one)],
  ] as const)
    [jaccard, dice, containment].forEach((likeness, at) => {
      expect(likeness(left, right)).toBeCloseTo(expected[at] as number);
    });
});
