import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { AfterwitError } from '../../model/errors.ts';
import type { GitDirectories } from './locate-git-directory.ts';

/** Files git opens without looking, of one worktree and of the whole clone. */
const ownFiles = ['HEAD', 'commondir', 'config.worktree'];
const commonFiles = [
  'HEAD',
  'config',
  'packed-refs',
  'shallow',
  'objects/info/alternates',
  'objects/info/commit-graph',
  'reftable/tables.list',
];

/** Of the folder of packs: an index is opened only beside a pack, but a pipe is no part of any clone. */
const packFile = /^(?:pack-.*\.(?:idx|pack)|multi-pack-index)$/;

/**
 * A pipe or device where git expects a file makes it wait for ever, or read for ever.
 * @throws UNREADABLE_REPOSITORY
 */
export function requireRegularFiles(directories: GitDirectories): void {
  for (const name of ownFiles) requireRegularFile(join(directories.gitDirectory, name));
  for (const name of commonFiles) requireRegularFile(join(directories.commonDirectory, name));
  // Loose objects are too many to look at before each question: git is stopped when it is stuck at one (`git-stream.ts`).
  requireRegularPacks(join(directories.commonDirectory, 'objects/pack'));
}

function requireRegularPacks(folder: string): void {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // No packs, or none that git could list either.
    return;
  }
  for (const entry of entries)
    if (!entry.isFile() && packFile.test(entry.name)) requireRegularFile(join(folder, entry.name));
}

/** True when the file is there; a link that leads nowhere is not. @throws UNREADABLE_REPOSITORY */
export function requireRegularFile(path: string): boolean {
  const stats = statsOf(path);
  if (stats === undefined) return false;
  if (stats.isFile()) return true;
  throw unreadable(
    path,
    'is not a regular file',
    'Replace it by the file git keeps there, or clone the repository again.',
  );
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (fault) {
    // ENOTDIR, ELOOP: nothing git could open either. What is there but may not be looked at is a problem to tell.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    throw unreadable(path, 'cannot be looked at', 'Give this user the right to read it.', fault);
  }
}

function unreadable(path: string, what: string, remedy: string, cause?: unknown): AfterwitError {
  return new AfterwitError('UNREADABLE_REPOSITORY', `${JSON.stringify(path)} ${what}. ${remedy}`, {
    data: { path },
    cause,
  });
}
