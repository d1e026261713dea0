import { statSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from './make-private-file.ts';
import { type FaultContext, fileError, sqliteError } from './sqlite-error.ts';

export interface FileLockRequest {
  /** File of the lock; created when missing, always empty. Its folder must exist. */
  readonly lockPath: string;
  readonly busyTimeoutMs: number;
  /** What the lock protects, for errors. */
  readonly context: FaultContext;
  readonly level?: LockLevel;
}

/**
 * `shared`: together with other `shared` holders and one `reserved` one. `reserved`: together with `shared` ones.
 * `exclusive` (the default): alone; while a process waits for it, no other process gets the lock.
 */
type LockLevel = 'shared' | 'reserved' | 'exclusive';

const statements: Readonly<Record<LockLevel, string>> = {
  shared: 'BEGIN; SELECT 1 FROM sqlite_schema',
  reserved: 'BEGIN IMMEDIATE',
  exclusive: 'BEGIN EXCLUSIVE',
};

/**
 * Runs `work` while no other process holds the same lock at a conflicting level. Used where a transaction is not
 * possible, such as for replacing a database file.
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
 * Takes a lock that the caller releases; throws when it is not available, so that a caller may go on without it. The
 * lock is an empty database: the operating system releases it when the process dies in any way, and it needs no disk
 * space.
 */
export function openFileLock(request: FileLockRequest): { close(): void } {
  const { lockPath, busyTimeoutMs, context, level = 'exclusive' } = request;
  let lock: DatabaseSync | undefined;
  try {
    // Empties the file, because SQLite would refuse foreign content.
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
