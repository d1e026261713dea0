import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
