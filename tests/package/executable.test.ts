import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFile, top } from '../doors/built-file.ts';
import { times } from '../effort.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

/** Whole repetitions alone: it writes 130 MB. */
const isTried = times(4) >= 4 && process.platform === 'linux';

it.runIf(isTried)(
  'one file answers, reads code in a thread, and runs what it starts as Node would',
  () => {
    builtFile('bin.js');
    const folder = temporaryFolder();
    const file = join(folder, 'afterwit');
    const built = spawnSync(process.execPath, ['scripts/build-executable.ts', file], {
      cwd: top,
      encoding: 'utf8',
    });
    expect(built.stdout).toMatch(/\d+ MB/);
    const repository = buildRepository();
    repository.commit('Begin', { 'kettle.py': 'def boil():\n    raise ValueError("dry")\n' });
    const run = (words: readonly string[], input = '') => {
      // No Node.js to be found, and a folder of its own to unpack to.
      const env = {
        PATH: '/usr/bin:/bin',
        HOME: folder,
        XDG_CACHE_HOME: join(folder, 'cache'),
        AFTERWIT_HOME: join(folder, 'home'),
      };
      const { status, stdout, stderr } = spawnSync(file, words, {
        cwd: repository.path,
        input,
        env,
        encoding: 'utf8',
      });
      expect(stderr).not.toMatch(/Error|Warning/);
      return { status, stdout };
    };
    expect(run(['--version'])).toEqual({ status: 0, stdout: expect.stringContaining('0.1.0') });
    expect(run(['locate', 'boil raises ValueError dry']).stdout).toContain('boil:1');
    const [hook = ''] = globSync(join(folder, 'cache/afterwit/*/dist/hooks/claude-code.js'));
    const event = {
      hook_event_name: 'SessionStart',
      session_id: 's',
      cwd: repository.path,
      source: 'startup',
    };
    expect(run([hook], JSON.stringify(event)).status).toBe(0);
    expect(run(['-e', '0'])).toEqual({ status: 0, stdout: '' });
  },
  300_000,
);
