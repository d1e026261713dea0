import { describe, expect, it } from 'vitest';
import {
  familyOf,
  harmlessLines,
  isFailure,
  isSameCause,
  isSamePath,
  isSameResolution,
  judgeFailure,
  neverStarted,
} from './judge-failures.ts';
import type { LabelledFailure } from './labelled-sessions.ts';

const none: ReadonlySet<string> = new Set();
const judged = (output: string, command = 'mise run lint', harmless = none) =>
  judgeFailure({ command, output }, harmless);

function failure(rest: Partial<LabelledFailure>): LabelledFailure {
  return {
    session: 's',
    repo: 'r',
    command: 'mise run lint',
    output: '',
    exitCode: 1,
    failedAtLine: 1,
    passedAtLine: 2,
    passedCommand: 'mise run lint',
    passedOutput: '',
    kind: 'code_fix',
    isSearch: false,
    edits: [],
    ...rest,
  };
}

describe('recurrence', () => {
  it('is of a rule, wherever it is broken', () => {
    const one = judged(
      'Exit code 1\na.go:12:3: Error return value is not checked (errcheck)\n1 issues:\n* errcheck: 1',
    );
    const other = judged(
      'cmd/b.go:7:1: Error return value is not checked (errcheck)\n[lint] ERROR task failed',
    );
    expect(isSameCause(one, other)).toBe(true);
    expect(isSameCause(one, judged('a.go:12:3: undefined: json (typecheck)'))).toBe(false);
  });

  it('is none of bare verdicts, formatters’ differences, or lines that passing runs print', () => {
    for (const output of [
      '[lint] ERROR task failed',
      'FAIL',
      'FAIL\tpkg/a\t0.5s',
      '--- a/x.go\n+++ b/x.go\n-  error\n+ error',
    ])
      expect(isSameCause(judged(output), judged(output)), output).toBe(false);
    const printed = 'note: expected failure of the sample';
    expect(isSameCause(judged(printed, 'x', new Set(harmlessLines(printed))), judged(printed))).toBe(false);
  });

  it('is none under another command', () => {
    const output = 'a.go:1:1: undefined: json';
    expect(isSameCause(judged(output), judged(output, 'go test ./...'))).toBe(false);
  });
});

it('reads what was printed inside the sandbox wrapper of Codex, and what it says itself was denied', () => {
  const wrapped = (printed: string) =>
    `failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 1, stdout: ${printed}, stderr: `;
  expect(isFailure({ output: wrapped('a.go:1:1: undefined: json'), isSearch: false })).toBe(true);
  expect(isFailure({ output: wrapped('listen EPERM: operation not permitted'), isSearch: false })).toBe(
    false,
  );
});

it.each([
  ['cd /a && mise run lint 2>&1 | tail -5', 'mise run lint'],
  ['GOFLAGS=-v go test ./... -run X', 'go test'],
  ["python3 - <<'E'\nimport os; os.x()\nE", 'python3'],
  ['./scripts/check.sh all', 'check.sh'],
  ['git add -A && git commit -m "x"', 'git commit'],
])('takes %j for %s', (command, family) => {
  expect(familyOf(command)).toBe(family);
});

describe('a resolution', () => {
  it('is the same where a file, or the added lines, are', () => {
    const edit = (path: string, ...added: readonly string[]) => failure({ edits: [{ path, added }] });
    expect(isSameResolution(edit('/a/app/src/x.ts'), edit('/b/.worktrees/1/app/src/x.ts'))).toBe(true);
    expect(isSameResolution(edit('/a/x.ts', 'one', 'two'), edit('/b/y.ts', 'one', 'two', 'three'))).toBe(
      true,
    );
    expect(isSameResolution(edit('/a/x.ts', 'one'), edit('/b/y.ts', 'two'))).toBe(false);
  });

  it('is the same words where the program never got to work, whatever is handed to it', () => {
    const start = (body: string) =>
      failure({
        exitCode: 127,
        output: 'bash: python: command not found',
        command: `python - <<'E'\n${body}\nE`,
        passedCommand: `python3 - <<'E'\n${body} \nE`,
      });
    expect(isSameResolution(start('a()'), start('b()'))).toBe(true);
    expect(neverStarted(start('a()'))).toBe(true);
  });
});

it('leaves out what is no failure', () => {
  expect(isFailure(failure({ output: "The user doesn't want to proceed" }))).toBe(false);
  expect(isFailure(failure({ output: 'listen EPERM: operation not permitted' }))).toBe(false);
  expect(isFailure(failure({ output: 'x', isSearch: true }))).toBe(false);
  expect(isFailure(failure({ output: 'boom' }))).toBe(true);
});

it('knows a file again in another checkout', () => {
  expect(isSamePath('/Users/a/cli/cmd/x/y.go', 'cmd/x/y.go')).toBe(true);
  expect(isSamePath('/Users/a/cli/y.go', '/Users/b/other/z.go')).toBe(false);
});
