import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareLines } from './compare-lines.ts';

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `${at}\n`).join('');

it.each([
  { what: 'equal texts', before: 'a\nb\n', after: 'a\nb\n', diff: [] },
  { what: 'nothing', before: '', after: '', diff: [] },
  { what: 'a new text', before: '', after: 'a\nb', diff: ['+a', '+b'] },
  { what: 'a text that goes', before: 'a\nb\n', after: '', diff: ['-a', '-b'] },
  { what: 'a line between', before: 'a\nc\n', after: 'a\nb\nc\n', diff: [' a', '+b', ' c'] },
  { what: 'a changed line', before: 'a\nb', after: 'a\nx', diff: [' a', '-b', '+x'] },
  {
    what: 'two places far apart',
    before: numbered(12),
    after: numbered(12).replace('1\n', 'x\n').replace('9\n', '9\ny\n'),
    diff: [' 0', '-1', '+x', ' 2', ' 3', ' …', ' 8', ' 9', '+y', ' 10', ' 11'],
  },
  { what: 'line ends of Windows', before: 'a\r\nb\r\n', after: 'a\r\nb\r\nc\r\n', diff: [' a', ' b', '+c'] },
])('shows $what', ({ before, after, diff }) => {
  expect(compareLines(before, after)).toEqual(diff);
});

it('shows exactly what turns one text into the other', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', '{', '}'), { maxLength: 14 });
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      // Of lines left out between, both texts have the same.
      const diff = compareLines(before.join('\n'), after.join('\n'));
      const kept = (sign: string) =>
        diff
          .filter((line) => line.startsWith(sign))
          .map((line) => line.slice(1))
          .sort();
      const count = (lines: readonly string[], line: string) => lines.filter((one) => one === line).length;
      for (const line of ['a', 'b', 'c', '{', '}']) {
        expect(count(after, line) - count(before, line)).toBe(
          count(kept('+'), line) - count(kept('-'), line),
        );
      }
    }),
  );
});

it('takes texts of many thousand lines', () => {
  const before = numbered(30_000);
  const after = before.replaceAll('7', 'seven');
  const diff = compareLines(before, after);
  expect(diff.filter((line) => line.startsWith('+')).length).toBeGreaterThan(10_000);
});
