import { describe, expect, it } from 'vitest';
import { describesFailure } from './describes-failure.ts';

describe('describesFailure, of an exit code of 0', () => {
  it.each([
    [
      'pytest | tail',
      'FAILED tests/test_a.py::test_b - assert 1 == 2\n===== 1 failed, 40 passed in 0.42s =====',
    ],
    ['python run.py | tail -3', 'Traceback (most recent call last):\n  File "run.py", line 1\nKeyError: 1'],
    [
      'npx jest 2>&1 | tail',
      'Test Suites: 1 failed, 3 passed, 4 total\nTests:       2 failed, 9 passed, 11 total',
    ],
    ['npx vitest run | tail -5', ' Test Files  1 failed (1)\n      Tests  1 failed | 4 passed (5)'],
    ['npx tsc -p . | head', 'src/a.ts(4,1): error TS2304: Cannot find name "x".'],
    ['npm run build | tee log', 'npm error Missing script: "build"'],
    ['go test ./... | tail -4', 'ok  \ta\t0.1s\n--- FAIL: TestX (0.00s)\nFAIL\ta/b\t0.2s\nFAIL'],
    ['cargo test | tail', 'test result: FAILED. 3 passed; 1 failed; 0 ignored\n'],
    ['cargo build 2>&1 | head -20', 'error[E0308]: mismatched types\n --> src/lib.rs:1:1'],
    ['./gradlew test | tail', 'BUILD FAILED in 2s'],
    ['make 2>&1 | tail -1', 'make: *** [Makefile:3: all] Error 2'],
    ['make all | tail -1', "make: *** No rule to make target 'all'.  Stop."],
    ['make | tail -1', 'make: *** No targets specified and no makefile found.  Stop.'],
    [
      'pytest tests/test_a.py | cat',
      "ImportError while loading conftest '/w/tests/conftest.py'.\ntests/conftest.py:8: in <module>\nE   ImportError: no",
    ],
    [
      'pytest tests/x.py | tail -3',
      'no tests ran in 0.00s\nERROR: file or directory not found: tests/x.py\n',
    ],
    ['git rebase main | cat', 'CONFLICT (content): Merge conflict in a.ts'],
    [
      'git push 2>&1 | tail',
      " ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'origin'",
    ],
    ['./deploy.sh | tail', 'bash: line 1: terraform: command not found'],
    ['node app.js 2>&1 | tail -2', '}\n\nNode.js v24.21.0\n'],
    ['mise run lint | tail -2', '3 issues:\n[lint] ERROR task failed'],
    ['golangci-lint run | tail -3', '\t\treturn nil\n1 issues:\n* nilerr: 1'],
    ['rubocop | tail -1', '10 files inspected, 2 offenses detected'],
  ])('failed: %s', (command, output) => {
    expect(describesFailure({ command, output, exitCode: 0 })).toBe(true);
    expect(describesFailure({ command, output })).toBe(true);
    expect(describesFailure({ output })).toBe(true);
  });

  it.each([
    ['pytest -q', '41 passed in 0.42s'],
    ['npm test', 'Tests:       11 passed, 11 total'],
    ['go test ./...', 'ok  \texample.org/errors\t0.1s\nok  \texample.org/fail\t(cached)'],
    ['cargo test', 'test error_is_shown ... ok\ntest result: ok. 4 passed; 0 failed; 0 ignored'],
    ['cat build.log', 'make: *** [Makefile:3: all] Error 2'],
    ['grep -rn "FAIL" . | head', '--- FAIL: TestX (0.00s)'],
    ['git log -3', 'fatal: say so when the remote is gone\nBUILD FAILED'],
    ['git diff HEAD~1', '--- FAIL: TestX (0.00s)'],
    ['gh run view --log-failed', 'error TS2304: Cannot find name "x".'],
    ['docker logs web', 'KeyError: 1'],
    ['npm run build', 'warning: 3 errors were ignored\nbuilt in 2s'],
    ['npx eslint .', '0 errors, 3 warnings'],
    ['golangci-lint run', '0 issues.'],
    ['rubocop', '10 files inspected, no offenses detected'],
    [
      'python demo.py',
      `Traceback (most recent call last):\nKeyError: 1\n${'retried, went well\n'.repeat(40)}`,
    ],
  ])('succeeded: %s', (command, output) => {
    expect(describesFailure({ command, output, exitCode: 0 })).toBe(false);
  });
});

describe('describesFailure, of another exit code', () => {
  it.each([
    ['npm test', 1, 'boom'],
    ['npm test', 1, ''],
    ['cat a | xargs prettier', 2, 'SyntaxError: no'],
    ['cd web && npm ci', 254, 'npm error enoent'],
    ['git diff --check && npm test', 1, '1 failing'],
    ['rg "(" src', 2, 'regex parse error: unclosed group'],
    ['npm test | grep passed', 2, 'grep: out.txt: not a text file'],
  ])('failed: %s → %i', (command, exitCode, output) => {
    expect(describesFailure({ command, output, exitCode })).toBe(true);
  });

  it.each([
    ['rg todo src', 1, ''],
    ['cd web && grep -q x package.json', 1, ''],
    ['npm ls | grep left-pad', 1, ''],
    ['diff a b', 1, '1c1\n< a\n---\n> b'],
    ['git diff --exit-code', 1, '+x'],
    ['test -f x', 1, ''],
    ['which deno', 1, ''],
    ['ls docs', 2, "ls: cannot access 'docs': No such file or directory"],
    ['cat a.md b.md', 1, 'cat: b.md: No such file or directory'],
    ['npm run dev', 130, '^C'],
    ['npm test', 1, "The user doesn't want to proceed with this tool use. The tool use was rejected."],
    ['npm test', 1, 'Permission to use Bash with command npm test has been denied.'],
    ['npm test', 1, '[Request interrupted by user for tool use]'],
  ])('no failure: %s → %i', (command, exitCode, output) => {
    expect(describesFailure({ command, output, exitCode })).toBe(false);
  });

  it('reads the exit code an agent tool wrote', () => {
    expect(describesFailure({ command: 'npm test', output: 'Exit code 1\nboom' })).toBe(true);
    expect(
      describesFailure({ command: 'rg x', output: 'Exit code: 1\nWall time: 0 seconds\nOutput:\n\n' }),
    ).toBe(false);
    expect(describesFailure({ command: 'ls', output: 'Exit code: 0\nOutput:\na\n' })).toBe(false);
  });
});
