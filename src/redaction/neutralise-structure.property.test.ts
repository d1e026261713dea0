import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../tests/fakes/any-character.ts';
import { foldText } from './neutralise-structure.ts';

/** Pieces of a text, and how a reader sees them. */
const pieces = [
  ['Kettle, on ', 'kettle, on '],
  ['\ttwo\nlines ', '\ttwo\nlines '],
  ['&lt;', '<'],
  ['&amp;#60;', '<'],
  [String.raw`\u003E`, '>'],
  ['%5b', '['],
  ['＜', '<'],
  ['Ａ', 'a'],
  ['\u212a', 'k'],
  ['\r', '\n'],
  ['ае', 'ae'],
  ['é', 'e'],
  ['& so %', '& so %'],
  ['a', 'a'],
] as const;

describe('foldText', () => {
  it('folds each piece as it is alone, and tells where it stood', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (chosen) => {
        // A space ends what an escape could take in.
        const text = chosen.map(([piece]) => `${piece} `).join('');
        const { folded, starts } = foldText(text);
        expect(folded).toBe(chosen.map(([, read]) => `${read} `).join(''));
        let end = 0;
        const ends = chosen.map(([piece]) => (end += piece.length + 1));
        for (const place of ends)
          expect(starts[folded.length - foldText(text.slice(place)).folded.length]).toBe(place);
      }),
    );
  });

  it('has a place for each character, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const { folded, starts } = foldText(text);
        expect(starts).toHaveLength(folded.length + 1);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
      }),
    );
  });
});
