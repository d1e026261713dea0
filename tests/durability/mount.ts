import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Mount {
  readonly path: string;
  /** Gives a {@link mountSmall} another size. */
  resize(size: string): void;
  unmount(): void;
}

function run(command: string, ...parameters: readonly string[]): boolean {
  return spawnSync(command, parameters, { stdio: 'ignore' }).status === 0;
}

function mounted(...parameters: readonly string[]): Mount | undefined {
  const path = mkdtempSync(join(tmpdir(), 'afterwit-mount-'));
  if (!run('mount', ...parameters, path)) {
    rmdirSync(path);
    return undefined;
  }
  return {
    path,
    resize(size) {
      if (!run('mount', '-o', `remount,size=${size}`, path)) throw new Error(`cannot resize ${path}`);
    },
    unmount() {
      run('umount', path);
      rmdirSync(path);
    },
  };
}

/** A file system of a given size; undefined where this process may not mount. */
export function mountSmall(size: string): Mount | undefined {
  return mounted('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs');
}

/** A folder seen through a mount that refuses writes; undefined where this process may not mount. */
export function mountReadOnly(folder: string): Mount | undefined {
  const mount = mounted('--bind', folder);
  if (mount === undefined || run('mount', '-o', 'remount,ro,bind', mount.path)) return mount;
  mount.unmount();
  return undefined;
}

/** Whether mounting is allowed here: for root outside of most containers. */
export function mayMount(): boolean {
  const mount = process.platform === 'linux' ? mountSmall('64k') : undefined;
  mount?.unmount();
  return mount !== undefined;
}
