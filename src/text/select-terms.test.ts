import { describe, expect, it } from 'vitest';
import { measureInformation, selectTerms } from './terms.ts';

const frequencies: Record<string, number> = { rare: 1, some: 20, common: 400, class: 30 };
const collection = { documentCount: 1_000, documentFrequency: (term: string) => frequencies[term] ?? 0 };
const counts = (words: readonly string[]) => new Map(words.map((word) => [word, 1]));

describe('selectTerms', () => {
  it('keeps a short query whole, strongest term first, without words that no text holds', () => {
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

describe('measureInformation', () => {
  const hundred = {
    documentCount: 100,
    documentFrequency: (term: string) => ({ common: 90, rare: 1 })[term] ?? 0,
  };
  const share = (...terms: readonly string[]) =>
    measureInformation(new Map(terms.map((term) => [term, 1])), hundred).knownShare;

  it('is what is known of a text, rare words weighing more', () => {
    expect(share('common', 'rare')).toBe(1);
    expect(share('unheard')).toBe(0);
    expect(share('rare', 'unheard')).toBeGreaterThan(share('common', 'unheard'));
    expect(share('common', 'unheard')).toBeLessThan(0.1);
    expect(share()).toBe(0);
  });

  it('counts a word that is repeated more, but not as often', () => {
    const information = (count: number) =>
      measureInformation(new Map([['rare', count]]), hundred).information;
    expect(information(4)).toBeGreaterThan(information(1));
    expect(information(4)).toBeLessThan(4 * information(1));
  });
});
