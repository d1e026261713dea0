import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isAccessFault } from './sqlite-error.ts';

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

/** An open database file and how it may be used. */
export interface OpenFile {
  readonly connection: DatabaseSync;
  readonly writable: boolean;
  /** Set when the file is only unwritable because the disk is full. */
  readonly isDiskFull?: true;
  /** Removes files that opening left behind; called after the connection is closed. */
  readonly cleanUp?: () => void;
}

interface OpenFileOptions {
  readonly readOnly: boolean;
  readonly timeoutMs: number;
  /** Never create the file: it may have been deleted since it was found. */
  readonly mustExist: boolean;
}

function permits(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function openForWriting(path: string, { timeoutMs, mustExist }: OpenFileOptions): OpenFile {
  if (mustExist)
    return { connection: new DatabaseSync(locate(path, 'mode=rw'), { timeout: timeoutMs }), writable: true };
  if (path !== ':memory:') {
    makeFolder(dirname(path));
    makePrivateFile(path);
  }
  return { connection: new DatabaseSync(path, { timeout: timeoutMs }), writable: true };
}

function locate(path: string, query: string): URL {
  const location = pathToFileURL(path);
  location.search = query;
  return location;
}

/** The first read shows whether a database can be used: opening alone touches no page. */
function openProven(location: string | URL, timeoutMs: number): DatabaseSync {
  const connection = new DatabaseSync(location, { readOnly: true, timeout: timeoutMs });
  try {
    connection.prepare('SELECT count(*) FROM sqlite_schema').get();
    return connection;
  } catch (fault) {
    connection.close();
    throw fault;
  }
}

/** Opens a copy, to include the log's writes: the log needs its shared-memory file, which cannot be created here. */
function openCopy(path: string, timeoutMs: number): OpenFile {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-'));
  const cleanUp = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, basename(path));
    copyFileSync(path, copy);
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    return { connection: openProven(copy, timeoutMs), writable: false, cleanUp };
  } catch (fault) {
    cleanUp();
    throw fault;
  }
}

/**
 * Opens for reading. A database in WAL mode needs a `-shm` file even for reading. If it cannot be created, SQLite can
 * read only with `immutable=1`, which ignores the log, so this mode is used only when the log is empty.
 */
function openForReading(path: string, timeoutMs: number): OpenFile {
  try {
    return { connection: openProven(path, timeoutMs), writable: false };
  } catch (fault) {
    if (!isAccessFault(fault) || !permits(path, constants.R_OK)) throw fault;
  }
  if (sizeOf(`${path}-wal`) > 0) return openCopy(path, timeoutMs);
  return { connection: openProven(locate(path, 'immutable=1'), timeoutMs), writable: false };
}

/** Opens for writing if the permissions of the file and its folder allow it, else for reading. */
export function openFile(path: string, options: OpenFileOptions): OpenFile {
  if (options.readOnly) return openForReading(path, options.timeoutMs);
  const closed =
    existsSync(path) && !(permits(path, constants.W_OK) && permits(dirname(path), constants.W_OK));
  return closed ? openForReading(path, options.timeoutMs) : openForWriting(path, options);
}
