import { describe, expect, it } from 'vitest';
import { selectTerms } from './select-terms.ts';

const frequencies: Record<string, number> = { rare: 1, some: 20, common: 400, class: 30 };
const collection = { documentCount: 1_000, documentFrequency: (term: string) => frequencies[term] ?? 0 };
const counts = (words: readonly string[]) => new Map(words.map((word) => [word, 1]));

describe('selectTerms', () => {
  it('keeps a short query whole, strongest term first, without words nobody wrote', () => {
    const terms = selectTerms(counts(['common', 'class', 'rare', 'unseen']), collection, {
      limit: 4,
      commonTermShare: 0.05,
    });
    expect(terms.map(({ term }) => term)).toEqual(['rare', 'class', 'common']);
  });

  it('drops common words and boilerplate from a long one and keeps the best', () => {
    const long = counts([
      'common',
      'class',
      'some',
      'rare',
      ...Array.from({ length: 9 }, (_, i) => `unseen${i}`),
    ]);
    const selection = { limit: 2, commonTermShare: 0.05 };
    expect(selectTerms(long, collection, selection).map(({ term }) => term)).toEqual(['rare', 'some']);
    expect(selectTerms(long, collection, { ...selection, limit: 1 }).map(({ term }) => term)).toEqual([
      'rare',
    ]);
  });

  it('weighs repetition by 1 + ln', () => {
    const [term] = selectTerms(new Map([['rare', 5]]), collection, { limit: 4, commonTermShare: 1 });
    expect(term?.weight).toBeCloseTo(1 + Math.log(5));
  });
});
