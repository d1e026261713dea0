import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonBeginning, commonLetters, commonOrder, commonPairs, heldLetters } from './compare-wordings.ts';

const words = (text: string): readonly string[] => text.split(' ');
const wordList = fc.array(fc.constantFrom('run', 'the', 'tests', 'with', '3', 'npm'), { maxLength: 12 });

describe('comparing wordings', () => {
  it('counts words in the same order', () => {
    expect(commonOrder(words('a b c d'), words('a x c d'))).toBeCloseTo(0.75);
    expect(commonOrder(words('a b c d'), words('d c b a'))).toBeCloseTo(0.25);
    expect(commonOrder([], words('a'))).toBe(0);
  });

  it('takes all numbers for alike, and no other words', () => {
    expect(commonPairs(words('needs node 22'), words('needs node 24')).ofAll).toBe(1);
    expect(commonPairs(words('needs node 22'), words('needs deno 22')).ofAll).toBeCloseTo(0.2);
  });

  it('sees a shorter wording held whole in a longer one', () => {
    const { ofAll, ofHeld } = commonPairs(words('run the tests with care'), words('run the tests'));
    expect(ofHeld).toBe(1);
    expect(ofAll).toBeCloseTo(0.6);
  });

  it('finds the letters of inflected words within words, however long the text is', () => {
    expect(heldLetters(['caching'], 'results are cached')).toBeCloseTo(0.4);
    expect(heldLetters(['cache'], `${'nothing of it '.repeat(20)}cache`)).toBe(1);
    expect(heldLetters(['table'], 'a portable stable')).toBeCloseTo(2 / 3);
    expect(heldLetters(['cache'], 'queue')).toBe(0);
    expect(heldLetters([], 'queue')).toBe(0);
  });

  it('ends a common beginning at the first difference', () => {
    expect(commonBeginning(words('run the tests'), words('run the linter'))).toEqual(['run', 'the']);
    expect(commonBeginning(words('run'), words('run the linter'))).toEqual(['run']);
    expect(commonBeginning(words('run the linter'), words('run'))).toEqual(['run']);
    expect(commonBeginning(words('a'), words('b'))).toEqual([]);
  });

  it('is near where words differ in a letter', () => {
    expect(commonLetters('run npm test', 'run pnpm test')).toBeGreaterThan(0.4);
    expect(commonLetters('run npm test', 'deploy the site')).toBe(0);
    expect(commonLetters('', '')).toBe(0);
  });

  it('is a share, and whole for what is the same', () => {
    fc.assert(
      fc.property(wordList, wordList, (one, other) => {
        const pairs = commonPairs(one, other);
        const letters = commonLetters(one.join(' '), other.join(' '));
        for (const share of [commonOrder(one, other), pairs.ofAll, pairs.ofHeld, letters]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        }
        expect(commonPairs(one, one).ofAll).toBe(one.length === 0 ? 0 : 1);
      }),
    );
  });
});
