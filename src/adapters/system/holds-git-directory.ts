import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';

/** True when a git directory lies at this path, which has a `HEAD`, or something that leads to one: a `.git` file, a link. */
export function holdsGitDirectory(path: string): boolean {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats !== undefined && (!stats.isDirectory() || existsSync(join(path, 'HEAD')));
  } catch {
    return false;
  }
}
