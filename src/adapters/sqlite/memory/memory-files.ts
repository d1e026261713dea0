import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isAfterwitError } from '../../../model/errors.ts';
import { type FileLockRequest, openFreeLock, ReusedFileLock, withFileLock } from '../file-lock.ts';

export interface MemoryFiles {
  readonly directory: string;
  readonly database: string;
  /** SQLite's log of changes that are not in the database yet; exists while a process has it open. */
  readonly log: string;
  /** Complete copy of the database after its last change. */
  readonly backup: string;
  /** File under construction; renamed to the database or the backup when complete. */
  readonly unfinished: string;
  /** Lock file, held while one of the files above is used or replaced. */
  readonly lock: string;
}

export function memoryFiles(directory: string): MemoryFiles {
  const database = join(directory, 'memory.db');
  return {
    directory,
    database,
    log: `${database}-wal`,
    backup: `${database}.backup`,
    unfinished: `${database}.unfinished`,
    lock: `${database}.lock`,
  };
}

/** Whether a memory was ever created here; a backup alone also proves it. */
export function holdsMemory(files: MemoryFiles): boolean {
  return existsSync(files.database) || existsSync(files.backup);
}

/** Files that SQLite keeps beside a database. */
export const companionSuffixes = ['-wal', '-shm'] as const;

function requestFor(files: MemoryFiles, busyTimeoutMs: number): FileLockRequest {
  return { lockPath: files.lock, busyTimeoutMs, context: { subject: 'memory', path: files.database } };
}

/**
 * Runs `work`, which opens, uses or closes the memory, while no process replaces it. SQLite finds a log by its file
 * name when it opens and when it closes a database (the last connection deletes the log). If the memory were replaced
 * in between, SQLite would combine the old file with the new log, or delete a log that others are writing.
 * @throws MEMORY_BUSY
 */
export type WhileMemoryStays = <T>(busyTimeoutMs: number, work: () => T) => T;

/** {@link WhileMemoryStays} for a process that uses the memory again and again; `close` lets go of the lock's file. */
export class MemoryStay {
  readonly #files: MemoryFiles;
  readonly #lock: ReusedFileLock;

  constructor(files: MemoryFiles) {
    this.#files = files;
    const { lockPath, context } = requestFor(files, 0);
    this.#lock = new ReusedFileLock({ lockPath, context });
  }

  readonly during: WhileMemoryStays = (busyTimeoutMs, work) => {
    const release = this.#take(busyTimeoutMs);
    try {
      return work();
    } finally {
      release?.();
    }
  };

  close(): void {
    this.#lock.close();
  }

  /**
   * Undefined when the lock file cannot be opened: such a process can neither replace the memory nor delete its log.
   */
  #take(busyTimeoutMs: number): (() => void) | undefined {
    // Reading does not create files in an unused home.
    if (!existsSync(this.#files.lock) && !holdsMemory(this.#files)) return undefined;
    try {
      return this.#lock.take(busyTimeoutMs);
    } catch (fault) {
      if (isAfterwitError(fault) && fault.code === 'MEMORY_BUSY') throw fault;
      return undefined;
    }
  }
}

/** Runs `work` while the memory stays and no other process backs it up. */
export function whileBackingUp<T>(files: MemoryFiles, busyTimeoutMs: number, work: () => T): T {
  return withFileLock({ ...requestFor(files, busyTimeoutMs), level: 'reserved' }, work);
}

/** Runs `work` while no other process creates, replaces, backs up or uses the memory. */
export function whileReplacing<T>(files: MemoryFiles, busyTimeoutMs: number, work: () => T): T {
  return withFileLock({ ...requestFor(files, busyTimeoutMs), level: 'exclusive' }, work);
}

/**
 * The right to be the only process that maintains a memory; undefined while another one has it. The operating
 * system takes it from a process that dies, however it dies, so no process waits for a dead one.
 */
export function openMaintenanceLock(home: string): { close(): void } | undefined {
  // An unused home stays untouched: there is nothing to maintain, and no process to keep out.
  if (home === ':memory:' || !existsSync(home)) return { close: () => undefined };
  const path = join(home, 'memory.db.maintenance');
  return openFreeLock(path, { subject: 'memory', path });
}
