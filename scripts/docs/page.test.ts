import { expect, test } from 'vitest';
import { renderTable, replaceRegion } from './page.ts';

const page = 'before\n<!-- generated: a -->\nold\n<!-- /generated: a -->\nafter\n';

test('a region is replaced, what surrounds it stays, and doing it again changes nothing', () => {
  const replaced = replaceRegion(page, 'a', 'new\n');
  expect(replaced).toBe('before\n<!-- generated: a -->\n\nnew\n\n<!-- /generated: a -->\nafter\n');
  expect(replaceRegion(replaced, 'a', 'new')).toBe(replaced);
});

test('a page without the region is refused', () => {
  expect(() => replaceRegion(page, 'b', 'new')).toThrow('no region between <!-- generated: b -->');
});

test('bars do not break a table', () => {
  expect(renderTable(['a', 'b'], [['1 | 2', '3']])).toBe('| a | b |\n| --- | --- |\n| 1 \\| 2 | 3 |');
});
