import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../tests/effort.ts';
import { normaliseLine } from './normalise-line.ts';

const worktree = '/home/ada/ledger';

describe('normaliseLine', () => {
  it.each([
    // Numbered files are different files; a day in a name is of one run.
    ['cat: steps/step-02-init.md: No such file', 'cat: steps/step-02-init.md: No such file'],
    ['cannot open /opt/notes/step-02-init.md', 'cannot open path_step-02-init.md'],
    ['wrote chapter-7.tex', 'wrote chapter-7.tex'],
    ['wrote notes-2026-01-29.md', 'wrote notes-__TIME__.md'],
    ['installed frob-1.26.4.tar', 'installed frob-__NUM__.tar'],
    // Paths
    ['at /home/ada/ledger/src/open.ts:12:7', 'at src/open.ts:__NUM__:__NUM__'],
    ['at file:///home/ada/ledger/src/open.ts:12', 'at src/open.ts:__NUM__'],
    ['in /private/home/ada/ledger/src', 'in src'],
    ['cd /home/ada/ledger: done', 'cd .: done'],
    ['at /home/ada/ledger-old/src/open.ts', 'at path_open.ts'],
    ['open "/usr/lib/python3.12/site-packages/six.py"', 'open "path_six.py"'],
    ['read C:\\Users\\ada\\app\\main.rs failed', 'read path_main.rs failed'],
    ['see ~/.config/app/settings.toml', 'see path_settings.toml'],
    ['mkdir /tmp/build-8f3a91 failed', 'mkdir __TMP__ failed'],
    ['open /tmp/pytest-of-ada/pytest-41/test_x0/out.json', 'open __TMP__/out.json'],
    ['open /var/folders/q1/x9z/T/TestRun77/001/out.json', 'open __TMP__/out.json'],
    ['no such file: src/report/sheet.py', 'no such file: src/report/sheet.py'],
    [
      'GET https://example.org/v2/items/8812?page=3 failed',
      'GET https://example.org/v2/items/__NUM__ failed',
    ],
    // Times, ids, numbers
    ['2026-03-01T10:22:31.120Z worker stopped', '__TIME__ worker stopped'],
    ['[10:22:31] worker stopped', '[__TIME__] worker stopped'],
    ['Mar  1 10:22:31 worker stopped', '__TIME__ worker stopped'],
    ['took 1m2.5s', 'took __DURATION__'],
    ['took 28.500042ms, then 3 seconds', 'took __DURATION__, then __DURATION__'],
    ['--- FAIL: TestOpen (0.03s)', '--- FAIL: TestOpen (__DURATION__)'],
    ['job 6ba7b810-9dad-11d1-80b4-00c04fd430c8 died', 'job __UUID__ died'],
    ['panic at 0x7ffee3b2 in 83cc426', 'panic at __HEX__ in __HEX__'],
    ['process [48213] used 512MB (83%)', 'process [__NUM__] used __NUM__ (__NUM__)'],
    ['node v24.1.0, npm 11.2.3', 'node __NUM__, npm __NUM__'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED __IP__:__PORT__'],
    ['listening on localhost:3000, port 9229', 'listening on localhost:__PORT__, port __PORT__'],
    // Codes that tell failures apart
    ['error TS2345: no', 'error TS2345: no'],
    ['error[E0308]: no', 'error[E0308]: no'],
    ['ORA-00942: no table', 'ORA-00942: no table'],
    ['gh: Not Found (HTTP 404)', 'gh: Not Found (HTTP 404)'],
    ['request ended with status code 503', 'request ended with status code 503'],
    ['killed with exit code 137', 'killed with exit code 137'],
    ['[Errno 13] denied (os error 13)', '[Errno 13] denied (os error 13)'],
    ["no module named 'base64url2'", "no module named 'base64url2'"],
    ['utf8 x86_64 sha256', 'utf8 x86_64 sha256'],
  ])('%s', (line, expected) => {
    expect(normaliseLine(line, worktree)).toBe(expected);
  });

  it('works without a worktree', () => {
    expect(normaliseLine('at /home/ada/ledger/src/open.ts:12')).toBe('at path_open.ts:__NUM__');
  });

  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      ...'/ \\ : . - _ 0 7f 12 1.5s localhost: __NUM__ /tmp/ C:\\ file:// https:// v1 a%'.split(' '),
    ),
    fc.constantFrom(
      '/home/ada/ledger',
      '/home/ada/ledger/',
      ' ',
      'port ',
      '2026-01-01',
      '10:20:30',
      'deadbeef1',
    ),
  );
  const line = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  it('is idempotent', () => {
    fc.assert(
      fc.property(line, fc.constantFrom(undefined, worktree), (text, top) => {
        const once = normaliseLine(text, top);
        expect(normaliseLine(once, top)).toBe(once);
      }),
      { numRuns: times(5_000) },
    );
  });
});
