import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import type { Clock } from '../../../ports/system.ts';
import { moveOver } from '../../system/replace-file.ts';
import { type Database, openDatabase } from '../database.ts';
import { makeFolder, syncFile, syncFolder } from '../disk.ts';
import { fileError } from '../sqlite-error.ts';
import {
  companionSuffixes,
  holdsMemory,
  type MemoryFiles,
  whileBackingUp,
  whileReplacing,
} from './memory-files.ts';
import { initialiseMemory, readRevision, revisionOfFile } from './memory-versions.ts';

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

interface MemoryFileOptions {
  readonly busyTimeoutMs: number;
  readonly readOnly?: boolean;
}

/** Opens a file that holds a memory, for as long as some work takes. @throws MEMORY_CORRUPT where there is none */
export function withMemoryFile<T>(
  path: string,
  options: MemoryFileOptions,
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
