import { expect, test } from 'vitest';
import { countTerms, wordsByTerm } from '../text/terms.ts';
import { wordsInCode, wordsInPath } from './describe-file.ts';

const termIn = (term: string, ...chunks: readonly number[]) => ({
  term,
  weight: 1,
  ordinals: Uint32Array.from(chunks),
  frequencies: chunks.map(() => 1),
});
const termsIn = (text: string) => [...countTerms(text).keys()].map((term) => termIn(term, 0));

test('words of the code are told as the code writes them, the rarest first', () => {
  const terms = [termIn('cach', 0, 1, 2, 3, 7), termIn('evict', 3), termIn('zebra', 2)];
  const question = 'Evicting from caches, zebra';
  expect(wordsInCode('cache.evict(oldest)', terms, wordsByTerm(question), 10)).toEqual(['evict', 'cache']);
  expect(wordsInCode('queue.push(job)', terms, wordsByTerm(question), 10)).toEqual([]);
});

test('a word of the question is not told where the code has only a part of it', () => {
  const question = 'useEffect is called twice';
  expect(wordsInCode('side_effects(call)', termsIn(question), wordsByTerm(question), 10)).toEqual([
    'side_effects',
    'call',
  ]);
});

test('the spelling of the question comes before others of the code', () => {
  const question = 'flush() is lost';
  expect(wordsInCode('flushed flushing flush', termsIn(question), wordsByTerm(question), 10)).toEqual([
    'flush',
  ]);
});

test('a word that gave several terms is told once, and no more than three are', () => {
  const text = 'RowWriter keeps every buffered line';
  const words = wordsInCode(text, termsIn(text), wordsByTerm(text), 10);
  expect(words).toHaveLength(3);
  expect(words.filter((word) => word === 'RowWriter')).toHaveLength(1);
});

test('words of a path are told as the path writes them, extensions aside', () => {
  expect(wordsInPath('src/row_writer.py', 'Writers drop the last row of py')).toEqual(['row_writer']);
  expect(wordsInPath('src/queue.py', 'Writers drop the last row')).toEqual([]);
});
