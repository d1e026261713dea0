import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../tests/fakes/any-character.ts';
import { hasAsciiWords, isAscii, patternFor, splitIdentifier, wordsIn } from './words.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      'a',
      'B',
      '7',
      '_',
      ' ',
      '-',
      'é',
      'ß',
      'Ω',
      '漢',
      '²',
      '…',
      '✗',
      '─',
      '→',
      '①',
      '·',
      '🫖',
      '𝒳',
      '\u0301',
    ),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  ),
});

it('finds the words that one expression for all scripts finds', () => {
  fc.assert(
    fc.property(text, (any) => {
      expect(wordsIn(any)).toEqual(any.match(/[\p{L}\p{N}_]+/gu) ?? []);
    }),
  );
});

it('leaves out no character that is a letter or a digit', () => {
  const missed = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => (wordsIn(character)[0] === character) !== /[\p{L}\p{N}_]/u.test(character));
  expect(missed).toEqual([]);
});

it('splits identifiers of ASCII as it splits those of all scripts', () => {
  const identifier = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'B', '1', '2', '_', '$', '-') });
  const part = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{Lu}+|\p{N}+/gu;
  fc.assert(
    fc.property(identifier, (any) => {
      expect(splitIdentifier(any)).toEqual(any.match(part) ?? []);
    }),
  );
});

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
