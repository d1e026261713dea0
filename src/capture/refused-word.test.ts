import { describe, expect, it } from 'vitest';
import { leaveOut, mayBeFollowed } from '../wording/leave-out.ts';
import { isRefusedAlike, refusedWord, surplusOf } from './command-lines.ts';

describe('refusedWord', () => {
  it.each([
    ['cd parts && npm test', '(eval):cd:1: no such file or directory: parts', 'parts'],
    ['cd parts && npm test', 'bash: line 1: cd: parts: No such file or directory', 'parts'],
    ['pip install -e parts', 'ERROR: parts is not a valid editable requirement. It should be', 'parts'],
    ['pytest parts/a_test.py -v', 'ERROR: file not found: parts/a_test.py\n\n', 'parts/a_test.py'],
    ["python3 '../a.py'; true", "python3: can't open file '../a.py': [Errno 2] No such file", undefined],
    ['python3 ../a.py', "python3: can't open file '../a.py': [Errno 2] No such file", '../a.py'],
    ['git checkout mian', "error: pathspec 'mian' did not match any file(s) known to git", 'mian'],
    ['eslint --fixx src', "Invalid option '--fixx' - perhaps you meant '--fix'?", '--fixx'],
    ['cargo test --frozn', "error: unexpected argument '--frozn' found", '--frozn'],
    ['cat src/gone.ts', 'cat: src/gone.ts: No such file or directory', 'src/gone.ts'],
    // Messages of a test about its own work, and lines inside of a long output.
    ['pytest tests/a_test.py', 'FAILED tests/a_test.py - ValueError: invalid literal', undefined],
    ['pytest tests/a_test.py', "E  FileNotFoundError: No such file or directory: 'b.csv'", undefined],
    ['pytest a.py', `${'x\n'.repeat(9)}ERROR: file not found: a.py\n${'x\n'.repeat(9)}`, undefined],
    ['npm run build', "Error: cannot find module 'build'", undefined],
    ['tsc -p src', 'src/a.ts(1,2): error TS2304: Cannot find name', undefined],
    ['cd src && make', 'cd: src/parts: No such file or directory', undefined],
  ])('%s: %s', (command, output, expected) => {
    expect(refusedWord({ command, output })).toBe(expected);
  });
});

describe('surplusOf', () => {
  it.each([
    ['cd parts && npm test', 'npm test -- --bail', 'parts', 'cd parts'],
    ['cd parts && npm test', 'cd ../parts && npm test', 'parts', undefined],
    ['cd a && cd parts && make', 'make', 'parts', undefined],
    ['pytest parts/t/a.py -v', 'pytest t/a.py -x', 'parts/t/a.py', 'parts/'],
    ['pytest a.py', 'pytest ../a.py', 'a.py', undefined],
    ['pip install -e parts', 'pip install -e .', 'parts', undefined],
    ['python -m pytest a.py', 'pytest a.py', undefined, 'python -m'],
    ['git -C parts add -A', 'git add -A', 'parts', '-C parts'],
    ['make -j 4 all', 'make all', 'all', undefined],
    ['npm tset', 'npm test', undefined, undefined],
    ['npm test', 'npm test --bail', undefined, undefined],
    ['npm test', 'npm test', undefined, undefined],
  ])('%s → %s', (failed, passed, refused, expected) => {
    expect(surplusOf(failed, passed, refused)).toBe(expected);
  });
});

describe('isRefusedAlike', () => {
  const known = { command: 'pytest parts/a.py', output: 'ERROR: file not found: parts/a.py' };
  const noise = 'Traceback (most recent call last):\n  File "site.py", line 3\nAttributeError: loader\n';
  it.each([
    ['another path', 'pytest parts/t/b.py -v', 'ERROR: file not found: parts/t/b.py', true],
    ['noise before it', 'pytest parts/b.py', `${noise}ERROR: file not found: parts/b.py`, true],
    ['another folder', 'pytest other/b.py', 'ERROR: file not found: other/b.py', false],
    ['another refusal', 'pytest parts/b.py', 'parts/b.py: No such file or directory', false],
    ['a failure of the code', 'pytest parts/b.py', 'E  assert 1 == 2', false],
  ])('tells by what is said of the word: %s', (_name, command, output, expected) => {
    expect(isRefusedAlike({ command, output }, known, 'parts/')).toBe(expected);
  });

  it('takes any other fix for the same line alone', () => {
    const failed = { command: 'pip install -e parts', output: 'ERROR: parts is not a valid editable' };
    const noisy = { ...failed, output: `${noise}${failed.output}` };
    expect(isRefusedAlike(noisy, failed, undefined)).toBe(true);
    expect(isRefusedAlike({ ...noisy, command: 'pip install -q -e parts' }, failed, undefined)).toBe(false);
  });
});

describe('mayBeFollowed', () => {
  it.each([
    ['cd parts', 'cd parts && make', true],
    ['cd parts', 'cd parts; make', true],
    ['cd parts', 'cd parts/other && make', false],
    ['parts/', "pytest 'parts/a.py'", true],
    ['parts/', 'pytest other/parts/a.py', false],
    ['python -m', 'cd a && python -m pytest', true],
    ['python -m', 'pytest', false],
  ])('%s in %s', (surplus, command, expected) => {
    expect(mayBeFollowed(leaveOut(surplus), command)).toBe(expected);
  });

  it('is so of every other fix', () => {
    expect(mayBeFollowed('Run `npm ci` first.', 'npm test')).toBe(true);
  });
});
