import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignColumns, paragraph } from './layout.ts';
import { type Line, line, lineWidth, type Style, span } from './line.ts';

const styles: readonly Style[] = ['bold', 'dim', 'red'];
const anySpan = fc
  .tuple(fc.string({ unit: 'grapheme' }), fc.constantFrom(...styles))
  .map(([text, style]) => span(text, style));
const anyLine: fc.Arbitrary<Line> = fc.array(anySpan, { maxLength: 6 });

function textOf(value: Line): string {
  return value.map(({ text }) => text).join('');
}

function wordsOf(lines: readonly Line[]): readonly string[] {
  return lines.flatMap((value) => textOf(value).split(/ +/)).filter(Boolean);
}

describe('paragraph', () => {
  it('keeps every word, in order', () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 10, max: 60 }), (body, width) => {
        expect(wordsOf(paragraph(body, { width }))).toEqual(wordsOf([body]));
      }),
    );
  });

  it('overflows only by a word that is too wide by itself', () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 10, max: 60 }), (body, width) => {
        const lead = line('> ');
        for (const row of paragraph(body, { width, lead })) {
          const isOneWord = textOf(row).slice(2).trim().split(/ +/).length === 1;
          expect(isOneWord || lineWidth(row) <= width).toBe(true);
        }
      }),
    );
  });
});

describe('alignColumns', () => {
  it('starts every column at the same place', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '日') }).map((text) => line(text));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), (cells) => {
        const starts = alignColumns(cells.map(([first, last]) => [first, last])).map((row, index) => {
          return lineWidth(row) - lineWidth(cells[index]?.[1] ?? []);
        });
        expect(new Set(starts).size).toBe(1);
      }),
    );
  });
});
