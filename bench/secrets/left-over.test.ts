import { expect, it } from 'vitest';
import { leftOver } from './left-over.ts';

it.each([
  ['abcdefghij', 'x abcdef y', 'abcdef'],
  ['abcdefghij', 'x abcde y', undefined],
  ['abcdefghij', 'abc\n> defg', 'abcdef'],
  ['abcdefghij', 'abc" +\n  "defghij', 'abcdef'],
  ['pass:word', 'a=pass%3Aword', 'pass:w'],
  ['pass:word', `a=${Buffer.from('my pass:word').toString('base64')}`, 'pass:w'],
  ['1234', 'is 1234', '1234'],
  ['1234', 'is [redacted:password]', undefined],
  ['redacted', 'is [redacted:password]', undefined],
])('of %j in %j: %j', (secret, text, left) => {
  expect(leftOver(secret, text)).toBe(left);
});
