import { type BigIntStats, statSync } from 'node:fs';
import { AfterwitError } from '../../../model/errors.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../database.ts';
import { describeForeignMigration, examineMemory, findForeignness } from './find-damage.ts';
import { holdsMemory, type MemoryFiles } from './memory-files.ts';
import { readMemoryVersions } from './memory-versions.ts';
import { initialiseMemory, migrateMemory } from './migrate-memory.ts';
import { cachedPrepare, type Prepare } from './prepare.ts';

/** Memories up to this size are checked whenever they are opened (3 ms at most), rows of items apart; larger ones when damage is met. */
const checkedSizeBytes = 524_288;

/**
 * Pages in the log before it is folded into the file, which takes as long as ten writes. A write of a memory makes about 60.
 * Where nobody else has the memory open, whoever opens it reads the whole log: 10 ms for 2,000 pages. A process that opens it
 * for a single question leaves a short one behind.
 */
const checkpointPages = { lasting: 4_000, brief: 250 } as const;

/** Whether a process uses the memory for long, or for a single question. */
export type MemoryUse = keyof typeof checkpointPages;

/** Pages that are kept at hand; a large transaction that outgrows them writes pages more than once. */
const cacheKibibytes = 16_384;

/** How long a memory waits for other processes: see {@link DatabaseOptions}. */
export type MemoryWaits = Pick<DatabaseOptions, 'busyTimeoutMs' | 'readTimeoutMs' | 'openTimeoutMs'>;

/** A memory that is open, and which file that is. */
export interface MemoryConnection {
  readonly database: Database;
  readonly prepare: Prepare;
  /** Version of the schema that the memory has. */
  readonly schema: number;
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
  return connect(database, 'lasting', () => true);
}

function connect(database: Database, use: MemoryUse, isCurrent: () => boolean): MemoryConnection {
  if (database.writable) {
    // What is forgotten must not stay in the file as free space.
    database.exec('PRAGMA secure_delete = ON');
    database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages[use]}`);
    database.exec(`PRAGMA cache_size = -${cacheKibibytes}`);
  }
  const { schema } = readMemoryVersions(database);
  return { database, prepare: cachedPrepare(database), schema, isCurrent };
}

/**
 * Opens the memory that is there; undefined when there is none. The schema is brought up to date. To be called,
 * like everything that uses or closes the connection, while the memory stays where it is (`memory-lock.ts`).
 *
 * @throws MEMORY_CORRUPT
 */
export function connectMemory(
  files: MemoryFiles,
  waits: MemoryWaits,
  use: MemoryUse,
): MemoryConnection | undefined {
  const opened = look(files.database);
  if (opened === undefined) {
    if (holdsMemory(files)) throw damaged(files, 'it is missing');
    return undefined;
  }
  if (opened.size === 0n) throw damaged(files, 'it is empty');
  const database = openDatabase(files.database, { subject: 'memory', synchronous: 'full', ...waits });
  try {
    bringUpToDate(database, files, opened.size <= checkedSizeBytes);
    return connect(database, use, () => {
      const found = look(files.database);
      return found?.ino === opened.ino && found.dev === opened.dev;
    });
  } catch (fault) {
    database.close();
    throw fault;
  }
}

function bringUpToDate(database: Database, files: MemoryFiles, isSmall: boolean): void {
  const foreignness = findForeignness(database);
  if (foreignness !== undefined) throw damaged(files, foreignness);
  const migration = describeForeignMigration(database);
  if (migration !== undefined) throw refused(files, migration);
  if (isSmall) {
    const { structural } = examineMemory(database, 'structure');
    if (structural !== undefined) throw damaged(files, structural);
  }
  if (database.writable) migrateMemory(database);
}

function refused(files: MemoryFiles, migration: string): AfterwitError {
  return new AfterwitError(
    'MEMORY_CORRUPT',
    `The memory database ${files.database} is not as this version of afterwit would have made it: ${migration}. Nothing was changed. Use the version that made it, or move the file elsewhere to begin with an empty memory.`,
    { data: { path: files.database, migration } },
  );
}

function damaged(files: MemoryFiles, damage: string): AfterwitError {
  return new AfterwitError(
    'MEMORY_CORRUPT',
    `The memory database ${files.database} is damaged: ${damage}. Put back a copy of yours, or move the file elsewhere to begin with an empty memory.`,
    { data: { path: files.database, damage } },
  );
}
