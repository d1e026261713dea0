import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readCoreWorktree } from './read-core-worktree.ts';
import { readRegularFile } from './read-regular-file.ts';

const longestPointer = 65_536;

/**
 * The path by which a clone is known again. A working tree can be shipped with a `.git` file, a `commondir` or a symbolic link
 * that leads into anybody's repository; so the common git directory is its identity only where that says the same: by lying
 * there, or by leading back (`gitdir` of a linked worktree, `core.worktree` of a submodule), which takes the right to write
 * there. Any other working tree is known by the place of its own `.git`. Git is not started.
 *
 * @param place `.git` of a working tree whose path is real, or the git directory itself where that was named
 */
export function identityDirectory(
  place: string,
  { gitDirectory, commonDirectory }: { readonly gitDirectory: string; readonly commonDirectory: string },
): string {
  const isOwn =
    gitDirectory === commonDirectory
      ? gitDirectory === place || isSamePlace(gitDirectory, readCoreWorktree(gitDirectory), dirname(place))
      : dirname(gitDirectory) === join(commonDirectory, 'worktrees') &&
        (gitDirectory === place || leadsBackTo(place, gitDirectory));
  return isOwn ? commonDirectory : place;
}

/** The `gitdir` of a linked worktree names its `.git`, from git 2.48 on perhaps relative to itself. */
function leadsBackTo(place: string, gitDirectory: string): boolean {
  const pointer = readRegularFile(join(gitDirectory, 'gitdir'), longestPointer)
    ?.toString('utf8')
    .replace(/[\r\n]+$/, '');
  return (
    pointer !== undefined &&
    basename(pointer) === basename(place) &&
    isSamePlace(gitDirectory, dirname(pointer), dirname(place))
  );
}

function isSamePlace(from: string, path: string | undefined, folder: string): boolean {
  if (path === undefined || path === '' || path.includes('\0')) return false;
  try {
    return realpathSync.native(resolve(from, path)) === folder;
  } catch {
    return false;
  }
}
