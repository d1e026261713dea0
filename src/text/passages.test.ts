import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitPassages } from './passages.ts';

function texts(text: string): readonly string[] {
  return splitPassages(text).map(({ start, end }) => text.slice(start, end));
}

describe('splitPassages', () => {
  it('gives sentences and lines', () => {
    expect(texts('Use pnpm. It is faster!\n\n- one\n- two 1.5 s')).toEqual([
      'Use pnpm.',
      'It is faster!',
      '- one',
      '- two 1.5 s',
    ]);
  });

  it('cuts what has no end at a space', () => {
    const words = 'word '.repeat(200);
    expect(texts(words).every((piece) => piece.length <= 300 && piece.endsWith('word'))).toBe(true);
  });

  it('loses nothing but space, and keeps the order', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000 }), (text) => {
        const bare = (one: string) =>
          [...one].filter((letter) => letter > ' ' && letter !== '\u00a0').join('');
        expect(bare(texts(text).join(''))).toBe(bare(text));
        const places = splitPassages(text);
        expect(places.every(({ start, end }) => end > start && end - start <= 300)).toBe(true);
      }),
    );
  });
});
