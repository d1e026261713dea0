import { describe, expect, it } from 'vitest';
import { profileFailure } from './profile-failure.ts';
import { signatures } from './signatures.ts';

const output = `Traceback (most recent call last):
  File "/home/ada/ledger/main.py", line 7, in start
  File "/home/ada/ledger/ledger/report.py", line 31, in table
ValueError: no rows`;
const report = {
  output,
  worktree: '/home/ada/ledger',
  command: 'cd /home/ada/ledger && pytest -x tests/test_report.py',
  file: '/home/ada/ledger/ledger/report.py',
  environment: ['Python 3.12.4', 'linux'],
};

describe('signatures', () => {
  it('are readable', () => {
    expect(signatures(profileFailure(report)).map(({ kind, label }) => [kind, label])).toEqual([
      ['command', 'pytest .py'],
      ['path', 'ledger/*.py'],
      ['stack', 'main.py:start > ledger/report.py:table'],
      ['environment', 'linux python 3.12'],
    ]);
  });

  it('are the same in another checkout, at other lines, with other arguments', () => {
    const elsewhere = {
      output: output.replaceAll('/home/ada/ledger', '/srv/x').replace('31', '77'),
      worktree: '/srv/x',
      command: 'pytest -q tests/test_other.py -k sums',
      file: 'ledger/other.py',
      environment: ['linux', 'python 3.12.9'],
    };
    expect(signatures(profileFailure(elsewhere))).toEqual(signatures(profileFailure(report)));
  });

  it('differ by kind even where labels agree', () => {
    const empty = {
      errorLines: [],
      excerpt: profileFailure({ output: '' }).excerpt,
      exceptionTypes: [],
      entities: [],
    };
    const [one] = signatures({ ...empty, environment: ['x'] });
    const [other] = signatures({ ...empty, frames: [{ path: 'x' }] }).filter(({ kind }) => kind === 'stack');
    expect(one?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(one?.digest).not.toBe(other?.digest);
  });

  it('are not made up', () => {
    expect(signatures(profileFailure({ output: 'the lamp went out' }))).toEqual([]);
  });
});
