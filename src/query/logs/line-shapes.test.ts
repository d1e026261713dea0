import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { strongestFirst, uninteresting } from './line-shapes.ts';

interface LineCase {
  /** The row that reads the line, as it begins in the table; none reads a counter-example. */
  readonly row?: string;
  readonly line: string;
}

const cases = readFileSync(new URL('line-cases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((row) => JSON.parse(row) as LineCase);

function rowOf(line: string) {
  if (uninteresting.some((shape) => shape.test(line))) return undefined;
  return strongestFirst().find(({ shape }) => shape.test(line));
}

it.each(cases)('$line', ({ row, line }) => {
  const read = rowOf(line);
  const begins = read && `${read.telling}${read.announces ? '+' : ''} ${read.of}`;
  expect(begins).toBe(row?.replace('~', ''));
});

it('has an example of every row', () => {
  const read = new Set(cases.map(({ line }) => rowOf(line)));
  expect(strongestFirst().filter((row) => !read.has(row))).toEqual([]);
});
