import { expect, it } from 'vitest';
import { measureInformation } from './measure-information.ts';

const collection = {
  documentCount: 100,
  documentFrequency: (term: string) => ({ common: 90, rare: 1 })[term] ?? 0,
};
const share = (...terms: readonly string[]) =>
  measureInformation(new Map(terms.map((term) => [term, 1])), collection).knownShare;

it('is what is known of a text, rare words weighing more', () => {
  expect(share('common', 'rare')).toBe(1);
  expect(share('unheard')).toBe(0);
  expect(share('rare', 'unheard')).toBeGreaterThan(share('common', 'unheard'));
  expect(share('common', 'unheard')).toBeLessThan(0.1);
  expect(share()).toBe(0);
});

it('counts a word that is repeated more, but not as often', () => {
  const information = (count: number) =>
    measureInformation(new Map([['rare', count]]), collection).information;
  expect(information(4)).toBeGreaterThan(information(1));
  expect(information(4)).toBeLessThan(4 * information(1));
});
