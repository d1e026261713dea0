import { expect, it } from 'vitest';
import { estimateSummary } from './search-summaries.ts';

it('is surer of a summary with more of the words, a better score and a better rank', () => {
  const middling = estimateSummary({ coverage: 0.5, score: 8, rank: 1 });
  expect(estimateSummary({ coverage: 0.9, score: 8, rank: 1 })).toBeGreaterThan(middling);
  expect(estimateSummary({ coverage: 0.5, score: 12, rank: 1 })).toBeGreaterThan(middling);
  expect(estimateSummary({ coverage: 0.5, score: 8, rank: 0 })).toBeGreaterThan(middling);
});

it('is never sure by words alone, and hardly believes one word', () => {
  expect(estimateSummary({ coverage: 1, score: 14, rank: 0 })).toBeGreaterThan(0.4);
  expect(estimateSummary({ coverage: 1, score: 14, rank: 0 })).toBeLessThan(0.7);
  expect(estimateSummary({ coverage: 0.2, score: 3, rank: 0 })).toBeLessThan(0.1);
});
