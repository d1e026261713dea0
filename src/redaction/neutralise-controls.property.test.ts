import fc from 'fast-check';
import { expect, it } from 'vitest';
import { times } from '../../tests/effort.ts';
import { anyCharacter } from '../../tests/fakes/any-character.ts';
import { neutraliseControls, neutraliseJsonControls } from './neutralise-controls.ts';

// Written apart from the implementation: ranges, where that one names Unicode properties.
const dangerous: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe0fff],
];
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.oneof(
      fc.constantFrom(...dangerous.flat()).map((codePoint) => String.fromCodePoint(codePoint)),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
  }),
);

function dangerousCharacters(text: string): readonly string[] {
  return Array.from(text).filter((character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    return dangerous.some(([first, last]) => codePoint >= first && codePoint <= last);
  });
}

it('leaves nothing in a text that could steer a terminal', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(dangerousCharacters(neutraliseControls(text))).toEqual([]);
    }),
    { numRuns: times(10_000) },
  );
});

it('is idempotent', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = neutraliseControls(text);
      expect(neutraliseControls(once)).toBe(once);
    }),
  );
});

it('keeps the value of JSON', () => {
  fc.assert(
    fc.property(fc.dictionary(anyText, fc.array(anyText)), (value) => {
      const json = neutraliseJsonControls(JSON.stringify(value, null, 2));
      expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify(value));
      expect(dangerousCharacters(json.replaceAll('\n', ''))).toEqual([]);
    }),
    { numRuns: times(2_000) },
  );
});
