import { describe, expect, it } from 'vitest';
import { profileFailure } from './profile-failure.ts';

describe('profileFailure, of what is told beside the output', () => {
  const worktree = '/home/ada/ledger';

  it('reads the error from the stack where nothing was printed', () => {
    const stack =
      'Traceback (most recent call last):\n  File "src/rates.py", line 3, in load\nKeyError: \'eur_rate\'';
    expect(profileFailure({ output: '\n', stack })).toMatchObject({
      errorLines: ["KeyError: 'eur_rate'"],
      frames: [{ path: 'src/rates.py', function: 'load' }],
    });
  });

  it('reads frames from the output, or from the stack where there is one', () => {
    const trace = 'Error: no\n    at open (/home/ada/ledger/src/open.js:3:1)';
    const frames = [{ path: 'src/open.js', function: 'open' }];
    expect(profileFailure({ output: trace, worktree }).frames).toEqual(frames);
    expect(profileFailure({ output: 'Error: no', stack: trace, worktree }).frames).toEqual(frames);
    expect(profileFailure({ output: 'Error: no' }).frames).toBeUndefined();
  });

  it('names the file from the top of the repository', () => {
    expect(profileFailure({ output: '', file: '/home/ada/ledger/src/open.js', worktree }).file).toBe(
      'src/open.js',
    );
    expect(profileFailure({ output: '', file: './src/open.js' }).file).toBe('src/open.js');
    expect(profileFailure({ output: '', file: '/elsewhere/open.js', worktree }).file).toBe('path_open.js');
  });

  it('keeps of an environment what decides whether two are compatible', () => {
    const environment = ['Python  3.12.4', 'linux', 'node v24.1.0', 'linux', ' '];
    expect(profileFailure({ output: '', environment }).environment).toEqual([
      'linux',
      'node v24.1',
      'python 3.12',
    ]);
  });

  it('keeps no secret in any of it', () => {
    const secret = ['ghp', '_', 'aB3dE5gH7jK9mN1pQ3sT5vX7zA2cE4gI6kM8'].join('');
    const profile = profileFailure({
      output: `Error: no\n    at ${secret} (/home/ada/ledger/${secret}/open.js:3:1)`,
      file: `src/${secret}/a.js`,
      environment: [`TOKEN=${secret}`],
      worktree,
    });
    expect(JSON.stringify(profile)).not.toContain(secret);
  });

  it('reads ten megabytes in full', () => {
    const noise = 'Copying one more asset of the theme\n'.repeat(140_000);
    const { errorLines } = profileFailure({ output: `${noise}error: no water in the kettle\n${noise}` });
    expect(errorLines).toEqual(['error: no water in the kettle']);
  });
});
