import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findThemes } from './summarise-file.ts';

const arbitraryTerms = fc.dictionary(
  fc.stringMatching(/^[a-h]{1,2}$/),
  fc.record({ commits: fc.integer({ min: 1, max: 20 }), elsewhere: fc.integer({ min: 0, max: 300 }) }),
);

it('finds the themes that all frequencies together would give', () => {
  fc.assert(
    fc.property(arbitraryTerms, fc.integer({ min: 1, max: 5 }), (counts, limit) => {
      const terms = new Map(
        Object.entries(counts).map(([word, { commits }]) => [word, { commits, word: word.slice(0, 1) }]),
      );
      const historyFrequency = (term: string) => counts[term]?.elsewhere ?? 0;
      const messages = { commitCount: 20, terms, historyCommitCount: 1_000, historyFrequency };
      const all = findThemes(messages, new Set(), Number.POSITIVE_INFINITY);
      expect(findThemes(messages, new Set(), limit)).toEqual(all.slice(0, limit));
    }),
  );
});

it('reads no frequency of a term that could not be among the themes', () => {
  const read: string[] = [];
  const terms = new Map([
    ['rare', { commits: 2, word: 'rare' }],
    ['often', { commits: 20, word: 'often' }],
  ]);
  const historyFrequency = (term: string) => read.push(term) && 20;
  const themes = findThemes(
    { commitCount: 20, terms, historyCommitCount: 1_000, historyFrequency },
    new Set(),
    1,
  );
  expect(themes).toEqual([{ word: 'often', commits: 20 }]);
  expect(read).toEqual(['often']);
});
