import { describe, expect, it } from 'vitest';
import { countWins, goldRanks, holdsAllGold, meanReciprocalRank } from './gold-ranks.ts';

const ranking = ['a.py', 'b.py', 'c.py', 'd.py'];

describe('goldRanks', () => {
  it('counts from 1 and tells the first right file from the last', () => {
    expect(goldRanks(ranking, ['c.py', 'b.py'])).toEqual({ first: 2, last: 3 });
  });

  it('puts a file that is not ranked at infinity, the others stay where they are', () => {
    expect(goldRanks(ranking, ['a.py', 'x.py'])).toEqual({ first: 1, last: Number.POSITIVE_INFINITY });
  });

  it('finds nothing where nothing is to be found', () => {
    expect(holdsAllGold(goldRanks(ranking, []), 50)).toBe(false);
    expect(meanReciprocalRank([goldRanks(ranking, [])])).toBe(0);
  });
});

describe('holdsAllGold', () => {
  it('is strict: one file missing of two is wrong, at every depth', () => {
    expect(holdsAllGold(goldRanks(ranking, ['a.py', 'x.py']), 50)).toBe(false);
  });

  it('turns right at the rank of the last file, and not before', () => {
    const ranks = goldRanks(ranking, ['a.py', 'c.py']);
    expect([1, 2, 3, 4].map((depth) => holdsAllGold(ranks, depth))).toEqual([false, false, true, true]);
  });
});

it('takes the mean of the reciprocal ranks of the first right files, none beyond the tenth', () => {
  expect(meanReciprocalRank([{ first: 4, last: 9 }])).toBe(0.25);
  expect(
    meanReciprocalRank([
      { first: 10, last: 10 },
      { first: 11, last: 11 },
    ]),
  ).toBe(0.05);
});

it('counts cases that only one of two has right, at a depth', () => {
  const own = [1, 4, 11].map((last) => ({ first: 1, last }));
  const others = [6, 3, 5].map((last) => ({ first: 1, last }));
  expect(countWins(own, others)).toEqual({ wins: 1, losses: 1 });
  expect(countWins(own, others, 1)).toEqual({ wins: 1, losses: 0 });
});
