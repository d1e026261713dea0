import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutSource } from './index-blob.ts';

it('gives the lines asked for', () => {
  expect(cutSource('a\nb\nc\nd\n', { startLine: 2, endLine: 3 }, 99)).toEqual({
    text: 'b\nc',
    startLine: 2,
    omittedLines: 0,
  });
  expect(cutSource('a\nb\n', {}, 99)).toEqual({ text: 'a\nb', startLine: 1, omittedLines: 0 });
  expect(cutSource('a\nb\n', { startLine: 9, endLine: 12 }, 99)).toEqual({
    text: '',
    startLine: 9,
    omittedLines: 0,
  });
});

it('cuts between lines, and inside only the first', () => {
  expect(cutSource('aaa\nbbb\nccc', {}, 8)).toEqual({ text: 'aaa\nbbb', startLine: 1, omittedLines: 1 });
  expect(cutSource('aaaaaa\nb', {}, 4)).toEqual({ text: 'aaaa', startLine: 1, omittedLines: 1 });
});

it('is never longer than asked for, and misses no line', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', ' '), maxLength: 6 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 40 }),
      (lines, startLine, limit) => {
        const source = cutSource(`${lines.join('\n')}\n`, { startLine }, limit);
        expect(source?.text.length).toBeLessThanOrEqual(limit);
        const wanted = lines.slice(startLine - 1);
        const shown = Math.max(1, source?.text.split('\n').length ?? 0);
        expect(shown + (source?.omittedLines ?? 0)).toBe(Math.max(1, wanted.length));
        expect(wanted.join('\n').startsWith(source?.text ?? '')).toBe(true);
      },
    ),
  );
});
