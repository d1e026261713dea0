import { expect, it } from 'vitest';
import { checkerFindings, countPlaces, findsTheSame } from './checker-findings.ts';

const unhandled = 'cli/find.go:__NUM__:__NUM__: error is not nil (line __NUM__) but it returns nil (nilerr)';

it.each([
  [unhandled, 'nilerr'],
  ['src/a.py:__NUM__:__NUM__: E501 Line too long', 'E501'],
  ['src/a.py:__NUM__:__NUM__: F401 [*] `os` imported but unused', 'F401'],
  ['src/a.py:__NUM__:__NUM__: W0611: Unused import os (unused-import)', 'unused-import'],
  ['__NUM__:__NUM__ error Unexpected console statement no-console', 'no-console'],
  ['__NUM__:__NUM__ warning Missing return type @typescript-eslint/explicit-function-return-type', undefined],
])('reads %s', (line, rule = '@typescript-eslint/explicit-function-return-type') => {
  expect(checkerFindings([line]).map((finding) => finding.rule)).toEqual([rule]);
});

it.each([
  ['a compiler', 'src/a.ts:__NUM__:__NUM__: error TS2304: Cannot find name x'],
  ['a compiler within a checker', 'cli/a.go:__NUM__:__NUM__: undefined: errors (typecheck)'],
  ['a test', 'find_test.go:__NUM__: expected 3 (got 4)'],
  ['a line without a place', 'error: it does not work (at all)'],
  ['an exception', "ModuleNotFoundError: No module named 'requests'"],
])('takes nothing of %s for a finding', (_, line) => {
  expect(checkerFindings([line])).toEqual([]);
  expect(checkerFindings([unhandled, line])).toEqual([]);
});

it('knows a finding again in another file, and not among others', () => {
  const elsewhere = unhandled.replace('find', 'list');
  const unused = 'cli/find.go:__NUM__:__NUM__: func `find` is unused (unused)';
  expect(findsTheSame(checkerFindings([elsewhere]), [unhandled])).toBe(true);
  expect(findsTheSame(checkerFindings([elsewhere, elsewhere]), [unhandled])).toBe(true);
  expect(findsTheSame(checkerFindings([elsewhere]), [unused, unhandled])).toBe(false);
  expect(findsTheSame(checkerFindings([elsewhere, unused]), [unhandled])).toBe(false);
});

it('counts places, not how often one was told of, and only where all of it was found', () => {
  const at = (file: string) => unhandled.replace('find', file);
  const unused = 'cli/find.go:__NUM__:__NUM__: func `find` is unused (unused)';
  const found = checkerFindings([at('barn')]);
  expect(countPlaces(found, [[at('a')], [at('a')]])).toBe(1);
  expect(countPlaces(found, [[at('a')], [at('b'), unused], [unused]])).toBe(2);
  expect(countPlaces(checkerFindings([at('barn'), unused]), [[at('a')], [at('b'), unused]])).toBe(1);
  expect(countPlaces([], [[at('a')], [at('b')]])).toBe(0);
});

it('knows none that says something else under the same rule', () => {
  const returned = (what: string) =>
    `cli/a.go:__NUM__:__NUM__: Error return value of \`${what}\` is not checked (errcheck)`;
  expect(findsTheSame(checkerFindings([returned('os.Chdir')]), [returned('f.Close')])).toBe(false);
  expect(findsTheSame(checkerFindings([]), [])).toBe(false);
});

it('does not judge by findings of which some may have been left out', () => {
  const many = Array.from(
    { length: 12 },
    (_, place) => `cli/a.go:__NUM__:__NUM__: name n${place} is unused (unused)`,
  );
  expect(checkerFindings(many)).toEqual([]);
});
