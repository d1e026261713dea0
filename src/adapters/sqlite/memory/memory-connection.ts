import { type BigIntStats, statSync } from 'node:fs';
import { AfterwitError } from '../../../model/errors.ts';
import { type Database, openDatabase } from '../database.ts';
import { findContentDamage, findForeignness } from './find-damage.ts';
import { holdsMemory, type MemoryFiles } from './memory-files.ts';
import { initialiseMemory, migrateMemory } from './migrate-memory.ts';

/** Memories up to this size are checked whole whenever they are opened (5 ms at most); larger ones when damage is met. */
const checkedSizeBytes = 524_288;

/** A memory that is open, and which file that is. */
export interface MemoryConnection {
  readonly database: Database;
  /** False when the name no longer leads to the file that is open: it was put aside, replaced or deleted. */
  isCurrent(): boolean;
}

function look(path: string): BigIntStats | undefined {
  return statSync(path, { throwIfNoEntry: false, bigint: true });
}

/** A memory that lasts as long as the process, for tests and for callers that want no trace. */
export function connectInMemory(): MemoryConnection {
  const database = openDatabase(':memory:', { subject: 'memory', synchronous: 'full', busyTimeoutMs: 0 });
  initialiseMemory(database);
  return { database, isCurrent: () => true };
}

/**
 * Opens the memory that is there; undefined when there is none. The schema is brought up to date. To be called,
 * like everything that uses or closes the connection, while the memory stays where it is (`memory-lock.ts`).
 *
 * @throws MEMORY_CORRUPT
 */
export function connectMemory(files: MemoryFiles, busyTimeoutMs: number): MemoryConnection | undefined {
  const opened = look(files.database);
  if (opened === undefined) {
    if (holdsMemory(files)) throw damaged(files, 'it is missing');
    return undefined;
  }
  if (opened.size === 0n) throw damaged(files, 'it is empty');
  const database = openDatabase(files.database, { subject: 'memory', synchronous: 'full', busyTimeoutMs });
  try {
    const damage =
      findForeignness(database) ??
      (opened.size <= checkedSizeBytes ? findContentDamage(database) : undefined);
    if (damage !== undefined) throw damaged(files, damage);
    if (database.writable) migrateMemory(database);
  } catch (fault) {
    database.close();
    throw fault;
  }
  return {
    database,
    isCurrent() {
      const found = look(files.database);
      return found?.ino === opened.ino && found.dev === opened.dev;
    },
  };
}

function damaged(files: MemoryFiles, damage: string): AfterwitError {
  return new AfterwitError(
    'MEMORY_CORRUPT',
    `The memory database ${files.database} is damaged: ${damage}. Put back a copy of yours, or move the file elsewhere to begin with an empty memory.`,
    { data: { path: files.database, damage } },
  );
}
