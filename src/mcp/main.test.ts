import { expect, test } from 'vitest';
import { parseOptions } from './main.ts';

test.each([
  [[], { profile: 'default' }],
  [['--repo', 'a b', '--home', '/h'], { repository: 'a b', home: '/h', profile: 'default' }],
  [['--repo=a=b'], { repository: 'a=b', profile: 'default' }],
  [['--profile', 'full', '--issues', 'i.json'], { profile: 'full', issueExport: 'i.json' }],
])('%j', (words, options) => {
  expect(parseOptions(words)).toEqual(options);
});

test.each([[['--repo']], [['--home=']], [['--port', '80']], [['.']], [['--profile=most']]])(
  '%j is refused with what to do',
  (words) => {
    expect(() => parseOptions(words)).toThrow(/Usage: afterwit mcp \[--repo PATH\]/);
  },
);
