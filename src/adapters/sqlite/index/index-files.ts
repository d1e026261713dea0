import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAfterwitError } from '../../../model/errors.ts';
import type { Clock } from '../../../ports/system.ts';
import { readRegularFile } from '../../system/regular-file.ts';
import { type FileLockRequest, openFileLock, withFileLock } from '../file-lock.ts';
import { makeFolder } from '../open-file.ts';
import { damageError, fileError } from '../sqlite-error.ts';

export interface IndexOptions {
  /** File of the index, or `:memory:`. */
  readonly path: string;
  readonly clock: Clock;
  readonly busyTimeoutMs: number;
}

/** Identity of the file at a path; changes when the file is replaced, undefined when there is none. */
export function fileIdentity(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}

function lockRequest({ path, busyTimeoutMs }: IndexOptions): FileLockRequest {
  return { lockPath: `${path}.lock`, busyTimeoutMs, context: { subject: 'index', path } };
}

/**
 * Creates, deletes or replaces the index while no other process opens or closes it. SQLite finds a log by its file
 * name, so it could otherwise combine one index with the log of another.
 */
export function replacingIndex<T>(options: IndexOptions, work: () => T): T {
  const request = lockRequest(options);
  try {
    makeFolder(dirname(options.path));
    return withFileLock({ ...request, level: 'exclusive' }, work);
  } catch (fault) {
    throw fileError(fault, request.context);
  }
}

/** Opens or closes the index while no other process replaces it. */
export function whileIndexStays<T>(options: IndexOptions, work: () => T): T {
  const lock = openSharedLock(options);
  try {
    return work();
  } finally {
    lock?.close();
  }
}

/**
 * Undefined when the lock file cannot be opened: a process without write permission cannot damage a log, and reading
 * creates none.
 */
function openSharedLock(options: IndexOptions): { close(): void } | undefined {
  const request = lockRequest(options);
  if (!existsSync(request.lockPath)) return undefined;
  try {
    return openFileLock({ ...request, level: 'shared' });
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'INDEX_BUSY') throw fault;
    return undefined;
  }
}

/** Deletes an index; everything in it can be read from git again. Only inside {@link replacingIndex}. */
export function removeIndex(path: string): void {
  for (const file of filesOf(path)) rmSync(file, { force: true, recursive: true });
}

/** Path where the last damaged index is kept, so that its damage can be investigated. */
export function asidePath(path: string): string {
  return `${path}.corrupt`;
}

/** Moves a damaged index aside. Only inside {@link replacingIndex}. */
export function moveIndexAside(path: string): void {
  const aside = asidePath(path);
  removeIndex(aside);
  filesOf(path).forEach((file, position) => {
    if (existsSync(file)) renameSync(file, filesOf(aside)[position] as string);
  });
}

/**
 * Checks before SQLite opens: a folder or a pipe in the place of a file counts as damage.
 * @throws INDEX_CORRUPT
 */
export function requireFiles(path: string): void {
  for (const file of filesOf(path)) {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats?.isFile() === false) throw damageError(`${file} is not a file`, { subject: 'index', path });
  }
}

/** Size of the index on disk, in bytes; 0 for `:memory:`. */
export function indexBytes(path: string): number {
  if (path === ':memory:') return 0;
  return filesOf(path).reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function filesOf(path: string): readonly string[] {
  return [path, `${path}-wal`, `${path}-shm`];
}

/**
 * Whether a file is unchanged since it was last checked or cleanly closed. Checking every page and row in each command
 * would take too long, but damage by a failed copy, another program or a power cut shows in the file's size or times.
 */
export function isAsChecked(path: string): boolean {
  try {
    const note = notePath(path);
    return readRegularFile(note, 1_000, 'followed')?.toString() === stampOf(path);
  } catch {
    return false;
  }
}

/** Records the check. Only an optimisation: if the note cannot be written, each process checks again. */
export function noteChecked(path: string): void {
  try {
    const note = notePath(path);
    if (statSync(note, { throwIfNoEntry: false })?.isFile() === false) rmSync(note);
    writeFileSync(note, stampOf(path), { mode: 0o600 });
  } catch {
    // The disk is full, permission is missing, or the file is gone.
  }
}

function notePath(path: string): string {
  return `${path}.checked`;
}

function stampOf(path: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
