import { expect, it } from 'vitest';
import { hasAsciiWords, isAscii, patternFor } from './pattern-for.ts';

it('knows each letter and digit beyond ASCII', () => {
  const missed = Array.from({ length: 0x10000 - 0x80 }, (_, at) => String.fromCharCode(at + 0x80)).filter(
    (character) => /[\p{L}\p{N}]/u.test(character) && hasAsciiWords(character),
  );
  expect(missed).toEqual([]);
  expect(hasAsciiWords('𝒳')).toBe(false);
});

it.each([
  ['test_lid', true, true],
  ['● Suite › lid “opens” ✓', false, true],
  ['häßlich', false, false],
  ['漢字', false, false],
])('of %j: ASCII %s, words of ASCII %s', (text, ascii, words) => {
  expect([isAscii(text), hasAsciiWords(text)]).toEqual([ascii, words]);
  const plain = /[a-z]+/;
  const unicode = () => /\p{L}+/u;
  expect(patternFor(text, plain, unicode) === plain).toBe(ascii);
  expect(patternFor(text, plain, unicode, hasAsciiWords) === plain).toBe(words);
});
