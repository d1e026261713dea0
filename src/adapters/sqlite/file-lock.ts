import { type BigIntStats, statSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isAfterwitError } from '../../model/errors.ts';
import { isSameFile, look, makePrivateFile } from './open-file.ts';
import { type FaultContext, fileError, sqliteError } from './sqlite-error.ts';

export interface FileLockRequest {
  /** File of the lock; created when missing, always empty. Its folder must exist. */
  readonly lockPath: string;
  readonly busyTimeoutMs: number;
  /** The lock's subject, for errors. */
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
export function openFileLock(request: FileLockRequest): DatabaseSync {
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

/** Takes a lock for as long as its holder lives, unless another one has it. @throws HOME_NOT_WRITABLE, DISK_FULL */
export function openFreeLock(lockPath: string, context: FaultContext): { close(): void } | undefined {
  try {
    return openFileLock({ lockPath, busyTimeoutMs: 0, context });
  } catch (fault) {
    if (isAfterwitError(fault) && (fault.code === 'MEMORY_BUSY' || fault.code === 'INDEX_BUSY'))
      return undefined;
    throw fault;
  }
}

/**
 * A lock that one process takes again and again, `shared`. Its file stays open in between, without a lock:
 * opening it takes longer than most work under it.
 */
export class ReusedFileLock {
  readonly #request: Omit<FileLockRequest, 'level' | 'busyTimeoutMs'>;
  #open: { readonly connection: DatabaseSync; readonly file: BigIntStats | undefined } | undefined;

  constructor(request: Omit<FileLockRequest, 'level' | 'busyTimeoutMs'>) {
    this.#request = request;
  }

  /** Takes the lock; throws when it is not available. Returns the function that releases it. */
  take(busyTimeoutMs: number): () => void {
    const kept = this.#open?.connection;
    // Within the lock it is taken once more: each has a connection of its own.
    if (kept?.isTransaction) {
      const another = this.#openAnew(busyTimeoutMs);
      return () => another.close();
    }
    const connection =
      this.#isCurrent() && kept !== undefined ? this.#begin(kept, busyTimeoutMs) : this.#keep(busyTimeoutMs);
    return () => {
      if (connection.isOpen) connection.exec('COMMIT');
    };
  }

  close(): void {
    if (this.#open?.connection.isOpen) this.#open.connection.close();
    this.#open = undefined;
  }

  #begin(connection: DatabaseSync, busyTimeoutMs: number): DatabaseSync {
    try {
      connection.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
      connection.exec(statements.shared);
      return connection;
    } catch (fault) {
      if (connection.isTransaction) connection.exec('ROLLBACK');
      const { context } = this.#request;
      throw fileError(sqliteError(fault, context), context);
    }
  }

  #keep(busyTimeoutMs: number): DatabaseSync {
    this.close();
    const connection = this.#openAnew(busyTimeoutMs);
    this.#open = { connection, file: look(this.#request.lockPath) };
    return connection;
  }

  #openAnew(busyTimeoutMs: number): DatabaseSync {
    return openFileLock({ ...this.#request, busyTimeoutMs, level: 'shared' });
  }

  /** Still the file that lies there, and empty. */
  #isCurrent(): boolean {
    const found = look(this.#request.lockPath);
    return isSameFile(found, this.#open?.file) && found?.size === 0n;
  }
}
