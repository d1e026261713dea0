import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtFile } from '../doors/built-file.ts';

let folder: string;
let home: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-compiled-'));
  home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command that loads a few files, and tells whether their compiled code was kept in the home. */
function keeps(environment: NodeJS.ProcessEnv, ...words: readonly string[]): boolean {
  const env = { PATH: process.env.PATH, HOME: folder, ...environment };
  execFileSync(process.execPath, [builtFile('bin.js'), '--version', ...words], { env });
  return existsSync(join(home, 'compile-cache'));
}

it('keeps compiled code in the home that the environment or the command line names', () => {
  expect(keeps({ AFTERWIT_HOME: home })).toBe(true);
  rmSync(join(home, 'compile-cache'), { recursive: true });
  expect(keeps({}, '--home', home)).toBe(true);
  rmSync(join(home, 'compile-cache'), { recursive: true });
  expect(keeps({}, `--home=${home}`)).toBe(true);
});

it('keeps code once for each command', () => {
  const run = (...words: readonly string[]): readonly string[] => {
    const env = { PATH: process.env.PATH, HOME: folder, AFTERWIT_HOME: home };
    spawnSync(process.execPath, [builtFile('bin.js'), ...words], { env, cwd: folder });
    return globSync('compile-cache/*/cli.js.*.bin', { cwd: home }).map((file) =>
      readFileSync(join(home, file)).toString('base64'),
    );
  };
  const first = run('--version');
  const second = run('config');
  expect(second).not.toEqual(first);
  expect(run('--version')).toEqual(second);
  expect(run('config')).toEqual(second);
});

it('keeps nothing where it is switched off, and makes no home for it', () => {
  expect(keeps({ AFTERWIT_HOME: home, AFTERWIT_HOOKS_COMPILE_CACHE: 'off' })).toBe(false);
  writeFileSync(join(home, 'config.json'), '{ "hooks": { "compileCache": "off" } }');
  expect(keeps({ AFTERWIT_HOME: home })).toBe(false);
  expect(keeps({ AFTERWIT_HOME: join(folder, 'none') })).toBe(false);
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

it.skipIf(process.platform === 'win32')('keeps and runs nothing where others may write', () => {
  chmodSync(home, 0o770);
  expect(keeps({ AFTERWIT_HOME: home })).toBe(false);
});
