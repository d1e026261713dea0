import { existsSync, statSync } from 'node:fs';
import { AfterwitError } from '../../../model/errors.ts';
import { type Database, openDatabase } from '../database.ts';
import { findContentDamage, findForeignness } from './find-damage.ts';
import type { MemoryFiles } from './memory-files.ts';
import { initialiseMemory, migrateMemory } from './migrate-memory.ts';

/** Memories up to this size are checked whole whenever they are opened (5 ms at most); larger ones when damage is met. */
const checkedSizeBytes = 524_288;

/** A memory that is open, and which file that is. */
export interface MemoryConnection {
  readonly database: Database;
  /** False when the name no longer leads to the file that is open: it was put aside, replaced or deleted. */
  isCurrent(): boolean;
}

function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found && `${found.dev}:${found.ino}`;
}

/** A memory that lasts as long as the process, for tests and for callers that want no trace. */
export function connectInMemory(): MemoryConnection {
  const database = openDatabase(':memory:', { subject: 'memory', synchronous: 'full', busyTimeoutMs: 0 });
  initialiseMemory(database);
  return { database, isCurrent: () => true };
}

/**
 * Opens the memory that is there; undefined when there is none. The schema is brought up to date.
 *
 * @throws MEMORY_CORRUPT
 */
export function connectMemory(files: MemoryFiles, busyTimeoutMs: number): MemoryConnection | undefined {
  const identity = fileIdentity(files.database);
  if (identity === undefined) {
    // Whoever has a backup had a memory.
    if (existsSync(files.backup)) throw damaged(files, 'it is missing');
    return undefined;
  }
  const { size } = statSync(files.database);
  if (size === 0) throw damaged(files, 'it is empty');
  const database = openDatabase(files.database, { subject: 'memory', synchronous: 'full', busyTimeoutMs });
  try {
    const damage =
      findForeignness(database) ?? (size <= checkedSizeBytes ? findContentDamage(database) : undefined);
    if (damage !== undefined) throw damaged(files, damage);
    if (database.writable) migrateMemory(database);
  } catch (fault) {
    database.close();
    throw fault;
  }
  return { database, isCurrent: () => fileIdentity(files.database) === identity };
}

function damaged(files: MemoryFiles, damage: string): AfterwitError {
  return new AfterwitError(
    'MEMORY_CORRUPT',
    `The memory database ${files.database} is damaged: ${damage}. Put back a copy of yours, or move the file elsewhere to begin with an empty memory.`,
    { data: { path: files.database, damage } },
  );
}
