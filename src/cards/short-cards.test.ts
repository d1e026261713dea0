import { expect, it } from 'vitest';
import { clean, memoryItem } from '../../tests/fakes/memory-item.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { compilePerhaps } from './short-cards.ts';

const answer = (content: string, terms: readonly string[] = ['kettl']) => ({
  item: memoryItem({ title: clean('A title'), content: clean(content) }),
  ...{ terms, utility: 0.1 },
});

it('tells what is about the question, and a word of it, in one line', () => {
  expect(compilePerhaps([answer('Boil kettles dry never.')], 'why are Kettles dry?')).toMatchObject([
    { isPerhaps: true, actionHint: 'Boil kettles dry never.', evidence: 'kettles', trigger: '' },
  ]);
  expect(compilePerhaps([{ ...answer('Boil them.', []), mark: 'stale' }], 'why?')).toMatchObject([
    { evidence: 'stale; parts of words' },
  ]);
});

it('tells of the passage of a long memory that the question is about', () => {
  const long = `${'Nothing of it is said here. '.repeat(40)}The valve opens at ninety degrees.`;
  expect(compilePerhaps([answer(long, ['valv'])], 'which valve?')[0]?.actionHint).toContain(
    'The valve opens',
  );
});

it('tells of three at most, in few tokens, whatever they are made of', () => {
  for (const word of ['quill', 'a7c9e3f1', '値段', '$%&/()=']) {
    const cards = compilePerhaps(
      Array.from({ length: 5 }, () => answer(`${word} `.repeat(90))),
      'kettles',
    );
    expect(cards).toHaveLength(3);
    expect(estimateTokens(cards.map(({ actionHint }) => actionHint).join(''))).toBeLessThan(60);
  }
});
