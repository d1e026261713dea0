import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tests/fakes/any-character.ts';
import { findingFormats } from './finding-formats.ts';
import { readFindings } from './read-findings.ts';

const examples = findingFormats.filter(({ example }) => example !== '');

function read(output: string, formats = findingFormats): readonly string[] {
  return readFindings(output, undefined, formats).map(({ rule, path, line }) => `${rule} ${path}:${line}`);
}

describe('the table of formats', () => {
  it.each(examples)('reads $example', ({ tool, example, finds }) => {
    expect(read(example)).toEqual([finds.replace(/ \//, ' /')]);
    if (tool !== '') expect(readFindings(example)[0]?.tool).toBe(tool);
  });

  // A checker that writes `path:line:col`, then a rule in brackets at the end or a code at the beginning, needs no row.
  it('reads a checker that is left out by the general rows, where it writes in one line', () => {
    const general = findingFormats.filter(({ tool }) => tool === '');
    const listed = examples.filter(({ tool }) => tool !== '');
    const read1 = listed.filter(({ example, finds }) => {
      const [found = ''] = read(example, general);
      return found !== '' && finds.replace(/ \//, ' /').endsWith(found.replace(/^\S+ /, ''));
    });
    expect(read1.map(({ tool }) => tool)).toEqual([
      ...['golangci-lint', 'eslint', 'tsc', 'pylint', 'mypy', 'ruff, flake8', 'rustc'],
      ...['ktlint', 'rubocop', 'shellcheck', 'checkstyle'],
    ]);
  });
});

it('reads each finding of a run apart, with the code that it is about', () => {
  const output = [
    'Exit code 1',
    '[lint] $ golangci-lint run ./...',
    'cmd/a.go:47:3: error is not nil (line 41) but it returns nil (nilerr)',
    '\t\treturn true, nil',
    '\t\t^',
    'cmd/b.go:9:12: Error return value of `repo.Worktree` is not checked (errcheck)',
    '\tworktree, _ := repo.Worktree()',
    '\t          ^',
    '2 issues:',
    '* errcheck: 1',
  ].join('\n');
  expect(readFindings(output)).toMatchObject([
    { tool: 'golangci-lint', rule: 'nilerr', path: 'cmd/a.go', line: 47, source: 'return true, nil' },
    { rule: 'errcheck', path: 'cmd/b.go', line: 9, source: 'worktree, _ := repo.Worktree()' },
  ]);
});

it('reads a report in SARIF', () => {
  const result = {
    ruleId: 'js/sql-injection',
    message: { text: 'This query depends on a user-provided value.' },
    locations: [{ physicalLocation: { artifactLocation: { uri: 'src/db.js' }, region: { startLine: 7 } } }],
  };
  const report = { version: '2.1.0', runs: [{ tool: { driver: { name: 'CodeQL' } }, results: [result] }] };
  expect(readFindings(JSON.stringify(report, undefined, 2))).toMatchObject([
    { tool: 'CodeQL', rule: 'js/sql-injection', path: 'src/db.js', line: 7 },
  ]);
});

it('tells paths from the top of the working tree', () => {
  const line = '../../../work/kettle/src/a.py:7:1: E501 line too long (92 > 79 characters)';
  expect(readFindings(line, '/work/kettle')).toMatchObject([{ path: 'src/a.py' }]);
  expect(readFindings(line.replace('../../..', ''), '/work/kettle')).toMatchObject([{ path: 'src/a.py' }]);
});

it.each([
  '    at open (src/a.ts:7:3)',
  '    a_test.go:12: unexpected error (nil)',
  'main.go:4:2: package foo/bar is not in std',
  'PASS src/a.test.ts (5.2 s)',
  'npm error code ELIFECYCLE',
  '2026-11-24 07:41:19 INFO started (main)',
  'tests/test_a.py::test_x PASSED [ 50%]',
])('finds nothing in %s', (line) => {
  expect(read(line)).toEqual([]);
});

it('takes any text there is', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string(), (text, other) => {
      readFindings(`${text}\n{"runs":[{"results":${other}}]}`);
    }),
  );
});
