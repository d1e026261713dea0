import { expect, test } from 'vitest';
import { countTerms } from '../text/terms.ts';
import { wordsInChunk, wordsInPath } from './matched-words.ts';

const termIn = (term: string, ...chunks: readonly number[]) => ({
  term,
  weight: 1,
  ordinals: Uint32Array.from(chunks),
  frequencies: chunks.map(() => 1),
});

test('words of a chunk are told as they were written, the rarest first', () => {
  const terms = [termIn('cach', 0, 1, 2, 3, 7), termIn('evict', 3), termIn('zebra', 2)];
  expect(wordsInChunk(3, terms, 'Evicting from caches, zebra', 10)).toEqual(['Evicting', 'caches']);
  expect(wordsInChunk(9, terms, 'Evicting from caches', 10)).toEqual([]);
});

test('a word that gave several terms is told once, and no more than three are', () => {
  const text = 'RowWriter keeps every buffered line';
  const terms = [...countTerms(text).keys()].map((term) => termIn(term, 0));
  const words = wordsInChunk(0, terms, text, 10);
  expect(words).toHaveLength(3);
  expect(words.filter((word) => word === 'RowWriter')).toHaveLength(1);
});

test('words of a path are those of the title, extensions aside', () => {
  expect(wordsInPath('src/row_writer.py', 'Writers drop the last row of py')).toEqual(['Writers', 'row']);
  expect(wordsInPath('src/queue.py', 'Writers drop the last row')).toEqual([]);
});
