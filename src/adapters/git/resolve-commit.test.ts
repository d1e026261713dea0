import { expect, test } from 'vitest';
import { parseRevision } from './resolve-commit.ts';

test.each([
  ['HEAD', 'HEAD', ''],
  ['@', 'HEAD', ''],
  ['@~3', 'HEAD', '~3'],
  ['main~2^1~', 'main', '~2^1~'],
  ['feature/a-b.c', 'feature/a-b.c', ''],
  ['v1.0^^', 'v1.0', '^^'],
  ['größe', 'größe', ''],
])('%s is %s with steps %j', (text, base, steps) => {
  expect(parseRevision(text)).toEqual({ base, steps });
});

test.each([
  ...[
    '',
    '-x',
    '--all',
    '^a',
    '~1',
    'a..b',
    'a...b',
    'a@{1}',
    'a^{tree}',
    'a:b',
    ':/x',
    'a b',
    'a\tb',
    'a\nb',
    'a\0',
  ],
  ...[
    '*',
    'a?',
    '[a',
    'a\\b',
    '.a',
    'a/.b',
    'a.lock',
    'a.lock/b',
    'a/',
    '/a',
    'a.',
    'a//b',
    'a~-1',
    'a~1234567890',
  ],
])('%j is no revision', (text) => {
  expect(parseRevision(text)).toBeUndefined();
});
