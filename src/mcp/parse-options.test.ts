import { expect, test } from 'vitest';
import { parseOptions } from './parse-options.ts';

test.each([
  [[], {}],
  [['--repo', 'a b', '--home', '/h'], { repository: 'a b', home: '/h' }],
  [['--repo=a=b'], { repository: 'a=b' }],
])('%j', (words, options) => {
  expect(parseOptions(words)).toEqual(options);
});

test.each([[['--repo']], [['--home=']], [['--port', '80']], [['.']]])(
  '%j is refused with what to do',
  (words) => {
    expect(() => parseOptions(words)).toThrow(/Usage: afterwit mcp \[--repo PATH\]/);
  },
);
