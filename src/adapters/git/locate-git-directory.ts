import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AfterwitError, isAfterwitError } from '../../model/errors.ts';
import { identityDirectory } from './identity-directory.ts';

/** Real, absolute paths. */
export interface GitDirectories {
  readonly gitDirectory: string;
  /** Shared by all worktrees of one clone. */
  readonly commonDirectory: string;
  /** What the clone is known by: the common directory where that is its own for certain, else the place of its `.git`. */
  readonly identityDirectory: string;
  /** Absent when the git directory itself was named. */
  readonly worktree?: string;
}

const longestPointer = 65_536;

/**
 * Finds the git directory around a path, as git would, without starting git: what git opens first must be looked at
 * first, for a pipe in its place would hang it. A git directory found here is handed to git by name, so the question of
 * who owns it (`safe.directory`) does not arise. A bare repository is taken only when the path itself names it, never
 * from within (as with `safe.bareRepository=explicit`): a clone may carry one among its files.
 * @throws NOT_A_REPOSITORY, UNREADABLE_REPOSITORY
 */
export function locateGitDirectory(path: string): GitDirectories {
  const start = realStart(path);
  const found = search(start);
  if (found === undefined) throw notARepository(path, 'nothing here or above it is a git repository');
  return found;
}

function search(start: string): GitDirectories | undefined {
  try {
    return gitDirectoryIn(start) ?? gitDirectoryItself(start) ?? gitDirectoryAbove(start);
  } catch (fault) {
    if (isAfterwitError(fault)) throw fault;
    throw new AfterwitError(
      'UNREADABLE_REPOSITORY',
      `The repository around ${JSON.stringify(start)} cannot be looked at. Give this user the right to read it.`,
      { data: { path: start }, cause: fault },
    );
  }
}

function realStart(path: string): string {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : dirname(real);
  } catch (fault) {
    throw notARepository(path, 'the path does not exist or cannot be entered', fault);
  }
}

function gitDirectoryAbove(start: string): GitDirectories | undefined {
  for (let folder = dirname(start), last = start; folder !== last; last = folder, folder = dirname(folder)) {
    const found = gitDirectoryIn(folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

function gitDirectoryItself(folder: string): GitDirectories | undefined {
  const directories = asGitDirectory(folder, folder);
  if (directories === undefined || basename(folder) !== '.git') return directories;
  return { ...directories, worktree: dirname(folder) };
}

/** The `.git` of a working tree: a directory, or a file that points to one (worktrees, submodules). */
function gitDirectoryIn(worktree: string): GitDirectories | undefined {
  const place = join(worktree, '.git');
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (stats.isDirectory()) {
    const directories = asGitDirectory(place, place);
    return directories && { ...directories, worktree };
  }
  const pointer = stats.isFile() ? readPointer(place) : undefined;
  const target = pointer?.startsWith('gitdir: ')
    ? resolve(worktree, pointer.slice('gitdir: '.length))
    : undefined;
  const directories = target === undefined ? undefined : asGitDirectory(target, place);
  if (directories !== undefined) return { ...directories, worktree };
  throw new AfterwitError(
    'UNREADABLE_REPOSITORY',
    `${JSON.stringify(place)} does not lead to a git directory. Restore what it points to, or clone the repository again.`,
    { data: { path: place, target } },
  );
}

/**
 * What git requires of a git directory: HEAD, and objects and refs of its own or of the clone it is a worktree of.
 *
 * @param place where it was found: itself, or the `.git` that leads to it
 */
function asGitDirectory(folder: string, place: string): GitDirectories | undefined {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const gitDirectory = realpathSync.native(folder);
  const commonFile = join(gitDirectory, 'commondir');
  const common = statSync(commonFile, { throwIfNoEntry: false })?.isFile()
    ? readPointer(commonFile)
    : undefined;
  const commonDirectory = common === undefined ? gitDirectory : resolve(gitDirectory, common);
  const isWhole =
    isThere(join(gitDirectory, 'HEAD')) &&
    ['objects', 'refs'].every((name) => isFolder(commonDirectory, name));
  if (!isWhole) return undefined;
  const found = { gitDirectory, commonDirectory: realpathSync.native(commonDirectory) };
  return { ...found, identityDirectory: identityDirectory(place, found) };
}

function readPointer(file: string): string | undefined {
  const { size } = statSync(file);
  return size > longestPointer ? undefined : readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isFolder(parent: string, name: string): boolean {
  return statSync(join(parent, name), { throwIfNoEntry: false })?.isDirectory() === true;
}

function notARepository(path: string, reason: string, cause?: unknown): AfterwitError {
  return new AfterwitError(
    'NOT_A_REPOSITORY',
    `${JSON.stringify(path)} is in no git repository: ${reason}. Name a folder of a clone, or the folder of a bare repository itself.`,
    { data: { path, reason }, cause },
  );
}
