import { describe, expect, it } from 'vitest';
import { nearestNames } from './nearest-names.ts';

const names = [
  'search-commits',
  'search-summaries',
  'hotspots',
  'show',
  'forget',
  'topK',
  'packing.budgetTokens',
];

describe('nearestNames', () => {
  it.each([
    ['serch-commits', ['search-commits']],
    ['hotpsots', ['hotspots']],
    ['Show', ['show']],
    ['shwo', ['show']],
    ['top-k', ['topK']],
    ['packing.budgetTokns', ['packing.budgetTokens']],
    ['search', ['search-commits', 'search-summaries']],
    ['searh', ['search-commits', 'search-summaries']],
    ['budgetTokens', ['packing.budgetTokens']],
    ['summaries', ['search-summaries']],
    ['frobnicate', []],
    ['', []],
    ['s', []],
  ])('%j is near %j', (word, near) => {
    expect(nearestNames(word, names)).toEqual(near);
  });

  it('gives the nearest first, and three at most', () => {
    expect(nearestNames('restor', ['restart', 'restores', 'restory', 'restore'])).toEqual([
      'restore',
      'restory',
      'restores',
    ]);
  });

  it('takes a word of any length', () => {
    expect(nearestNames('x'.repeat(1_000_000), names)).toEqual([]);
  });
});
