import { describe, expect, it } from 'vitest';
import { suggestSetting } from './nearest-names.ts';

describe('suggestSetting', () => {
  it.each([
    ['packing.budget', ' Did you mean packing.budgetTokens?'],
    ['packing', ' It is part of packing.budgetTokens'],
    ['memory.v3', ' and others.'],
    ['packing.budgetTokens', ' Write it as {"packing":{"budgetTokens":…}}.'],
  ])('says of %s what was meant', (name, words) => {
    expect(suggestSetting(name)).toContain(words);
  });

  it('says nothing of what is like no name', () => {
    expect(suggestSetting('zzzzzz')).toBe('');
  });
});
