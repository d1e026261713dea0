import fc from 'fast-check';
import { expect, it } from 'vitest';
import { times } from '../../tests/effort.ts';
import { anyCharacter } from '../../tests/fakes/any-character.ts';
import { stripMisleadingCharacters } from './strip-misleading-characters.ts';

const invisible = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u202e',
  '\ufe0f',
  '\u180b',
  '\u115f',
  '\u{e0100}',
  '\u{e0041}',
];
const neighbours = [
  '\r',
  '\n',
  '\u001b',
  '[31m',
  ']0;',
  '\u0007',
  '\0',
  '\ud83d',
  '\udc69',
  '👩',
  '葛',
  'ᠮ',
  'ᄒ',
  '1',
];
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.array(fc.constantFrom(...invisible, ...neighbours, 'a', 'ن', '\u20e3')).map((parts) => parts.join('')),
);

it('leaves well-formed text without controls, overrides or tags', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const stripped = stripMisleadingCharacters(text);
      expect(stripped.isWellFormed()).toBe(true);
      expect(stripped).not.toMatch(
        /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u200b\ufeff\u{e0000}-\u{e007f}]/u,
      );
    }),
    { numRuns: times(5_000) },
  );
});

it('is idempotent', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const stripped = stripMisleadingCharacters(text);
      expect(stripMisleadingCharacters(stripped)).toBe(stripped);
    }),
    { numRuns: times(5_000) },
  );
});

it('takes out each misleading character of the first plane, and no other', () => {
  const misleading =
    /[[\p{Cc}\p{Default_Ignorable_Code_Point}\u061C\uFFF9-\uFFFB\p{Noncharacter_Code_Point}]--[\n\t]]/v;
  const between = (character: string): string => {
    if (/[\n\r\v\f\u0085\u2028\u2029]/.test(character)) return 'a\nb';
    return misleading.test(character) ? 'ab' : `a${character.toWellFormed()}b`;
  };
  const wrong = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter(
    // A character after the beginning of an escape sequence belongs to it.
    (character) =>
      character !== '\u001b' &&
      character !== '\u009b' &&
      stripMisleadingCharacters(`a${character}b`) !== between(character),
  );
  expect(wrong).toEqual([]);
});
