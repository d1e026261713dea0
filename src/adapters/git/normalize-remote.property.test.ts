import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../../tests/effort.ts';
import { normalizeRemote } from './normalize-remote.ts';

test.each([
  'https://github.com/Owner/Repo.git',
  'https://user:tok@GitHub.com/Owner/Repo.git',
  'https://x-access-token:ghs_abc@github.com/owner/repo/',
  'https://to@k@github.com/owner/repo',
  'http://github.com:80/owner/repo',
  'https://github.com:443//owner/./repo.git/',
  'https://github.com/owner/repo.git?access_token=abc#x',
  'git@github.com:Owner/Repo',
  'github.com:owner/repo.git',
  'git@github.com:/owner/repo',
  'user:tok@github.com:owner/repo',
  'ssh://git@github.com/owner/repo.git',
  'ssh://github.com:22/owner/repo',
  'git+ssh://git@github.com/owner/repo',
  'git://github.com:9418/owner/repo',
  '  https://github.com/owner/repo\t',
])('%j is one and the same place', (url) => {
  expect(normalizeRemote(url)).toEqual({ kind: 'network', value: 'github.com/owner/repo' });
});

test.each([
  ['ssh://git@example.org:2222/a/b', 'example.org:2222/a/b'],
  ['https://localhost:3000/a', 'localhost:3000/a'],
  ['ssh://git@[::1]:2222/a', '[::1]:2222/a'],
  ['git@[::1]:a/b', '[::1]/a/b'],
])('%j keeps what tells it from others', (url, value) => {
  expect(normalizeRemote(url)).toEqual({ kind: 'network', value });
});

test.each([
  ['/srv/git/a.git', '/srv/git/a.git'],
  ['../a', '../a'],
  ['./odd:name', './odd:name'],
  ['file:///srv/a%20b', '/srv/a b'],
  ['file://localhost/srv/a', '/srv/a'],
  [String.raw`C:\git\a`, String.raw`C:\git\a`],
])('%j is a folder', (url, path) => {
  expect(normalizeRemote(url)).toEqual({ kind: 'local', path });
});

test.each([
  ...[
    '',
    ' ',
    'ext::sh -c "touch pwn"',
    'fd::17',
    'https://',
    'https://github.com',
    'https://github.com/',
    'x://a/b',
  ],
  ...[
    'https://user:pass/word@github.com/a',
    'https://tok/en@github.com/a',
    'host:a/b@c',
    'a\nb',
    'ssh://a b/c',
  ],
])('%j names no place', (url) => {
  expect(normalizeRemote(url)).toBeUndefined();
});

test('no part of a name or password is ever kept', () => {
  const secret = fc.string({ minLength: 1, maxLength: 12 }).map((text) => `S3CRET${text}`);
  const url = fc
    .tuple(secret, secret, fc.constantFrom('https://', 'ssh://', 'git+ssh://', ''))
    .map(([name, password, scheme]) => {
      const separator = scheme === '' ? ':' : '/';
      return `${scheme}${name}:${password}@github.com${separator}owner/repo.git`;
    });
  fc.assert(
    fc.property(url, (text) => {
      const remote = normalizeRemote(text);
      if (remote?.kind === 'network') expect(remote.value).not.toMatch(/s3cret/i);
    }),
    { numRuns: times(5_000) },
  );
});
