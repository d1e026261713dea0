import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

/** A machine in small: all of it lies in a temporary folder, until the test has ended. */
interface UserMachine {
  readonly folder: string;
  readonly userHome: string;
  /** Where afterwit is installed. */
  readonly packageFolder: string;
  /** An empty repository. */
  readonly worktree: string;
}

/** @param packageName a folder of this name holds the package */
export function makeMachine(packageName = 'afterwit'): UserMachine {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'afterwit-setup-')));
  // Another folder for temporary files, since setup warns about a package installed in it, as all here is.
  for (const name of ['TMPDIR', 'TEMP']) vi.stubEnv(name, join(folder, 'tmp'));
  const userHome = join(folder, 'ada');
  const packageFolder = join(folder, 'lib', packageName);
  const worktree = join(folder, 'kettle');
  for (const path of [
    join(folder, 'tmp'),
    userHome,
    ...['objects', 'refs'].map((name) => join(worktree, '.git', name)),
  ])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(worktree, '.git/HEAD'), 'ref: refs/heads/main\n');
  makePackage(packageFolder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, userHome, packageFolder, worktree };
}

/** The files of the package that an agent's settings name. */
export function makePackage(path: string): string {
  mkdirSync(join(path, 'dist/hooks'), { recursive: true });
  for (const name of ['hooks/claude-code.js', 'bin.js']) writeFileSync(join(path, 'dist', name), '');
  return path;
}
