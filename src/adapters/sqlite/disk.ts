import { type BigIntStats, closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The file at a path, with whole numbers; undefined when there is none. */
export function look(path: string): BigIntStats | undefined {
  return statSync(path, { throwIfNoEntry: false, bigint: true });
}

/** Whether the file at a path is still the one that was opened: another one of that name has another number. */
export function isSameFile(found: BigIntStats | undefined, opened: BigIntStats | undefined): boolean {
  return found !== undefined && found.ino === opened?.ino && found.dev === opened.dev;
}

/**
 * Creates a folder that only this user can read, and the folders above it. Node's own `recursive` mode never returns on
 * a file system that refuses folders with "no such file" (such as `/proc`).
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (fault) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw fault;
  }
}

/**
 * Makes an empty file that only this user can read, for SQLite to fill: SQLite itself leaves the rights to the umask, and
 * gives its log and shared memory those of the database. A file that is there stays as it is.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch {
    // It is there, or SQLite will say why it cannot be made.
  }
}

/** Waits until a file is on the disk. Not for an open database (its log may): closing the descriptor drops its locks. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Waits until a folder's entries are on the disk, so that a rename survives loss of power. */
export function syncFolder(path: string): void {
  // Windows opens no folders; its file systems order renames themselves.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
