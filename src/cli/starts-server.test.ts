import { expect, it } from 'vitest';
import { startsServer } from './before-start.ts';

it.each([
  [['mcp'], true],
  [['mcp', '--repo', 'x'], true],
  [['mcp', '--nonsense'], true],
  [['mcp', '--help'], false],
  [['mcp', '--repo', 'x', '-h'], false],
  [['--help', 'mcp'], false],
  [['search-commits', 'mcp'], false],
  [[], false],
])('%j: %s', (words, expected) => {
  expect(startsServer(words)).toBe(expected);
});
