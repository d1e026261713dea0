import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitIdentifier } from './split-identifier.ts';
import { wordsIn } from './words-in.ts';

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
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
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
