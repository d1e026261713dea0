import { expect, it } from 'vitest';
import { itemId } from '../../tests/fakes/memory-item.ts';
import { chooseMemories } from './decide.ts';

const admission = { admitted: true, refusals: [], warnings: [] };
it('says of what does not answer a question that it is unlikely to, and of another failure that it is another', () => {
  const candidates = [{ item: { id: itemId(0) }, strength: 'different' as const, admission }];
  const choice = { candidates, verdict: undefined, topK: 5 };
  const omittedOf = (mayAnswer?: () => boolean) => chooseMemories({ ...choice, mayAnswer })[0]?.omitted;
  expect(omittedOf()).toBe('no_strong_match');
  expect(omittedOf(() => true)).toBe('unlikely_answer');
  expect(omittedOf(() => false)).toBe('unlikely_answer');
});

it('shows the best of those asked for, no more than there is room for', () => {
  const candidates = [0, 1, 2].map((at) => ({
    item: { id: itemId(at) },
    strength: 'similar' as const,
    admission,
  }));
  const chosen = chooseMemories({ candidates, verdict: undefined, topK: 2 });
  expect(chosen.map(({ omitted }) => omitted === undefined)).toEqual([true, true, false]);
});
