import { statSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from './make-private-file.ts';
import { type FaultContext, fileError, sqliteError } from './sqlite-error.ts';

export interface FileLockRequest {
  /** File of the lock; made when missing, empty for ever. Its folder must be there. */
  readonly lockPath: string;
  readonly busyTimeoutMs: number;
  /** What the lock protects, for errors. */
  readonly context: FaultContext;
  readonly level?: LockLevel;
}

/**
 * `shared`: together with other `shared` holders and one `reserved` one. `reserved`: together with `shared` ones.
 * `exclusive` (the default): alone; once it waits, nobody else is let in.
 */
type LockLevel = 'shared' | 'reserved' | 'exclusive';

const statements: Readonly<Record<LockLevel, string>> = {
  shared: 'BEGIN; SELECT 1 FROM sqlite_schema',
  reserved: 'BEGIN IMMEDIATE',
  exclusive: 'BEGIN EXCLUSIVE',
};

/**
 * Runs `work` while no other process holds the same lock at a level that excludes this one: for what no transaction can
 * do, such as putting a database file in the place of another.
 */
export function withFileLock<T>(request: FileLockRequest, work: () => T): T {
  const lock = openFileLock(request);
  try {
    return work();
  } finally {
    lock.close();
  }
}

/**
 * Takes a lock, for whoever wants to do without one that cannot be had. An empty database serves as the lock: the system
 * lets go of it when the process dies, however it dies, and it needs no room on the disk.
 */
export function openFileLock(request: FileLockRequest): { close(): void } {
  const { lockPath, busyTimeoutMs, context, level = 'exclusive' } = request;
  let lock: DatabaseSync | undefined;
  try {
    // SQLite would refuse what a faulty disk or a stranger wrote into it.
    if ((statSync(lockPath, { throwIfNoEntry: false })?.size ?? 0) > 0) truncateSync(lockPath);
    makePrivateFile(lockPath);
    lock = new DatabaseSync(lockPath, { timeout: busyTimeoutMs });
    lock.exec(statements[level]);
    return lock;
  } catch (fault) {
    lock?.close();
    throw fileError(sqliteError(fault, context), context);
  }
}
