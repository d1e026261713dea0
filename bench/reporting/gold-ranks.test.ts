import { describe, expect, it } from 'vitest';
import { goldRanks, holdsAllGold, reciprocalRank } from './gold-ranks.ts';

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
    expect(reciprocalRank(goldRanks(ranking, []), 10)).toBe(0);
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

describe('reciprocalRank', () => {
  it('is that of the first right file', () => {
    expect(reciprocalRank({ first: 4, last: 9 }, 10)).toBe(0.25);
  });

  it('is nothing beyond the depth', () => {
    expect(reciprocalRank({ first: 10, last: 10 }, 10)).toBe(0.1);
    expect(reciprocalRank({ first: 11, last: 11 }, 10)).toBe(0);
  });
});
