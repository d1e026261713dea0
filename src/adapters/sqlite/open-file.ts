import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { makeFolder } from './make-folder.ts';
import { isAccessFault } from './sqlite-error.ts';

/** An open database file and how it may be used. */
export interface OpenFile {
  readonly connection: DatabaseSync;
  readonly writable: boolean;
  /** There when the file could be written, had the disk any room. */
  readonly isDiskFull?: true;
  /** Removes what opening left behind; called after the connection is closed. */
  readonly cleanUp?: () => void;
}

export interface OpenFileOptions {
  readonly readOnly: boolean;
  readonly timeoutMs: number;
  /** Never make the file: it may have been removed since it was seen. */
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
  if (path === ':memory:') return { connection: new DatabaseSync(path), writable: true };
  if (!mustExist) makeFolder(dirname(path));
  const location = mustExist ? locate(path, 'mode=rw') : path;
  const connection = new DatabaseSync(location, { timeout: timeoutMs });
  closeToOthers(path);
  return { connection, writable: true };
}

const openToOthers = 0o077;

/**
 * Takes from a database what its group and everybody else may do with it, also from one that an earlier version made. SQLite
 * gives a log the permissions of its database, so that this comes before the first write.
 */
function closeToOthers(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined || (stats.mode & openToOthers) === 0) continue;
    try {
      chmodSync(file, stats.mode & ~openToOthers & 0o777);
    } catch {
      // It belongs to somebody else, or is gone by now: whoever may write it may use it as it is.
    }
  }
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

/** A log without its shared-memory file cannot be read where none can be made: read a copy, so that no write is missed. */
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
 * A database in WAL mode needs a `-shm` file even to be read. Where that cannot be made, SQLite reads it only when told
 * that nobody writes (`immutable=1`), and then overlooks the log; so that is right only when the log is empty.
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

/** Opens for writing where the file and its folder permit it, else for reading. */
export function openFile(path: string, options: OpenFileOptions): OpenFile {
  if (options.readOnly) return openForReading(path, options.timeoutMs);
  const closed =
    existsSync(path) && !(permits(path, constants.W_OK) && permits(dirname(path), constants.W_OK));
  return closed ? openForReading(path, options.timeoutMs) : openForWriting(path, options);
}
