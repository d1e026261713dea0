import { closeSync, openSync, readSync } from 'node:fs';
import type { Database } from '../database.ts';
import { findDamage } from './find-damage.ts';
import type { MemoryConnection } from './memory-connection.ts';
import type { MemoryFiles } from './memory-files.ts';
import { whileBackingUp } from './memory-lock.ts';
import { putInPlace, removeUnfinished } from './place-memory.ts';

/** Where SQLite's file header keeps `user_version`, which counts the changes of the memory. */
const userVersionOffset = 60;

/** Number of the memory's last change; part of every copy of it. */
function readRevision(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

/** Counts a change; belongs into the transaction that makes it. */
export function advanceRevision(database: Database): void {
  database.exec(`PRAGMA user_version = ${(readRevision(database) + 1) & 0x7fff_ffff}`);
}

function revisionOfFile(path: string): number | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const bytes = Buffer.alloc(4);
    return readSync(descriptor, bytes, 0, 4, userVersionOffset) === 4 ? bytes.readInt32BE() : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The backup holds the memory's last change. */
export function isBackedUp(database: Database, files: MemoryFiles): boolean {
  return (revisionOfFile(files.backup) ?? -1) >= readRevision(database);
}

/**
 * Replaces the backup by a copy of the memory as it is now, unless another process has already copied this state or a
 * later one. The old backup stays until the new one is whole on the disk.
 */
export function backUpMemory(
  { database, isCurrent }: MemoryConnection,
  files: MemoryFiles,
  busyTimeoutMs: number,
): void {
  if (isBackedUp(database, files)) return;
  whileBackingUp(files, busyTimeoutMs, () => {
    if (!isCurrent() || isBackedUp(database, files)) return;
    removeUnfinished(files);
    try {
      database.prepare('VACUUM INTO ?').run(files.unfinished);
      // Damage that nobody has met yet must not reach the only copy without it.
      if (findDamage(files.unfinished, busyTimeoutMs) === undefined) putInPlace(files, files.backup);
    } finally {
      // Half a copy would take the last room of a full disk.
      removeUnfinished(files);
    }
  });
}
