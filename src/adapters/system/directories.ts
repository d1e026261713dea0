import { existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Tells a directory from another that lies at its path later; undefined when none is there. */
export function stampDirectory(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`;
}

/** Whether a git directory (it has a `HEAD`) lies at this path, or a `.git` file or link that leads to one. */
export function holdsGitDirectory(path: string): boolean {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats !== undefined && (!stats.isDirectory() || existsSync(join(path, 'HEAD')));
  } catch {
    return false;
  }
}
