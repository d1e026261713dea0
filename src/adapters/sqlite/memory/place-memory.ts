import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAfterwitError } from '../../../model/errors.ts';
import type { Clock } from '../../../ports/system.ts';
import { moveOver } from '../../system/replace-file.ts';
import { type Database, openDatabase } from '../database.ts';
import { type FileLockRequest, openFreeLock, ReusedFileLock, withFileLock } from '../file-lock.ts';
import { makeFolder, syncFile, syncFolder } from '../open-file.ts';
import { fileError } from '../sqlite-error.ts';
import { initialiseMemory, readRevision, revisionOfFile } from './memory-versions.ts';

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
export function memoryStay(files: MemoryFiles): { readonly during: WhileMemoryStays; close(): void } {
  const { lockPath, context } = requestFor(files, 0);
  const lock = new ReusedFileLock({ lockPath, context });
  /** Undefined when the lock file cannot be opened: such a process can neither replace the memory nor delete its log. */
  const take = (busyTimeoutMs: number): (() => void) | undefined => {
    // Reading does not create files in an unused home.
    if (!existsSync(files.lock) && !holdsMemory(files)) return undefined;
    try {
      return lock.take(busyTimeoutMs);
    } catch (fault) {
      if (isAfterwitError(fault) && fault.code === 'MEMORY_BUSY') throw fault;
      return undefined;
    }
  };
  return {
    during(busyTimeoutMs, work) {
      const release = take(busyTimeoutMs);
      try {
        return work();
      } finally {
        release?.();
      }
    },
    close: () => lock.close(),
  };
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

export interface PlaceOptions {
  readonly files: MemoryFiles;
  readonly clock: Clock;
  readonly busyTimeoutMs: number;
}

/**
 * Creates an empty memory in an unused home. It is built under another name and then renamed, so `memory.db` is always
 * complete; an empty file of that name is therefore damage.
 */
export function createMemory(options: PlaceOptions): void {
  const { files, busyTimeoutMs } = options;
  if (holdsMemory(files)) return;
  placing(options, () => {
    if (holdsMemory(files)) return;
    removeUnfinished(files);
    const database = openDatabase(files.unfinished, {
      subject: 'memory',
      synchronous: 'full',
      busyTimeoutMs,
    });
    try {
      initialiseMemory(database);
    } finally {
      database.close();
    }
    moveAside(options, 'corrupt');
    putInPlace(files, files.database);
  });
}

/** Runs `work`, which replaces files, while no other process creates, replaces, backs up or uses the memory. */
export function placing<T>(options: PlaceOptions, work: () => T): T {
  const context = { subject: 'memory', path: options.files.database } as const;
  try {
    makeFolder(options.files.directory);
    return whileReplacing(options.files, options.busyTimeoutMs, work);
  } catch (fault) {
    throw fileError(fault, context);
  }
}

const suffixes = [...companionSuffixes, ''] as const;

export function removeUnfinished(files: MemoryFiles): void {
  removeDatabase(files.unfinished);
}

export function removeDatabase(path: string): void {
  for (const suffix of suffixes) rmSync(path + suffix, { force: true });
}

export function putInPlace(files: MemoryFiles, path: string): void {
  syncFile(files.unfinished);
  moveOver(files.unfinished, path);
  syncFolder(files.directory);
}

type ReasonToMove = 'corrupt' | 'replaced';

/**
 * Renames the memory and its log. A log without its memory is moved too, because SQLite would replay it into the next
 * memory.
 */
export function moveAside(options: PlaceOptions, because: ReasonToMove): string | undefined {
  const { files } = options;
  const aside = pathAside(options, because);
  const moved = suffixes.filter((suffix) => renameIfThere(files.database + suffix, aside + suffix));
  return moved.length > 0 ? aside : undefined;
}

/** Renames a file if it exists. The log may disappear at any time, when another process ends and SQLite deletes it. */
function renameIfThere(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (fault) {
    if (existsSync(from)) throw fault;
    return false;
  }
}

/** Where a memory is kept that another one takes the place of: `doctor` names it, and `forget` reaches it. */
function pathAside({ files, clock }: PlaceOptions, because: ReasonToMove): string {
  const time = new Date(clock.nowMs()).toISOString().replaceAll(':', '-');
  return unusedPath(`${files.database}.${because}-${time}`);
}

function unusedPath(path: string): string {
  let candidate = path;
  for (let count = 2; suffixes.some((suffix) => existsSync(candidate + suffix)); count++) {
    candidate = `${path}-${count}`;
  }
  return candidate;
}

/** Opens a file that holds a memory, for as long as some work takes. @throws MEMORY_CORRUPT where there is none */
export function withMemoryFile<T>(
  path: string,
  options: { readonly busyTimeoutMs: number; readonly readOnly?: boolean },
  work: (database: Database) => T,
): T {
  const database = openDatabase(path, {
    subject: 'memory',
    synchronous: 'full',
    mustExist: true,
    ...options,
  });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/**
 * Copies a memory into a new file that only this user may read from its first byte on: SQLite would make one for all users,
 * but keeps the rights of an empty file.
 */
export function vacuumInto(database: Database, path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (fault) {
    throw fileError(fault, { subject: 'memory', path });
  }
  database.prepare('VACUUM INTO ?').run(path);
}

/**
 * Moves a backup aside that is ahead of the memory, as after the log was deleted or an older file put in the
 * memory's place. Its content is kept. Left where it is, it would pass for a copy of the memory once that has
 * changed as often. To be called before anything is written.
 */
export function setAsideBackup(place: PlaceOptions, database: Database): void {
  const { files, busyTimeoutMs } = place;
  if (!isAhead(files, database)) return;
  try {
    whileBackingUp(files, busyTimeoutMs, () => {
      if (!isAhead(files, database)) return;
      renameSync(files.backup, pathAside(place, 'replaced'));
      syncFolder(files.directory);
    });
  } catch (fault) {
    throw fileError(fault, { subject: 'memory', path: files.backup });
  }
}

function isAhead(files: MemoryFiles, database: Database): boolean {
  // The backup is read first: others go on writing and backing up meanwhile.
  const backup = revisionOfFile(files.backup) ?? 0;
  return backup > readRevision(database);
}
