import { AfterwitError } from '../../../model/errors.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../database.ts';
import { isSameFile, look } from '../open-file.ts';
import { examineMemory, findForeignness } from './find-damage.ts';
import { describeForeignSchema, initialiseMemory, migrateMemory } from './memory-versions.ts';
import { holdsMemory, type MemoryFiles, type PlaceOptions, setAsideBackup } from './place-memory.ts';
import { cachedPrepare, type Prepare } from './sealed-table.ts';

/**
 * Memories up to this size are checked, except for rows of items, whenever they are opened (at most 3 ms); larger ones
 * are checked when damage is found.
 */
const checkedSizeBytes = 524_288;

/**
 * Pages in the log before it is merged into the file, which takes as long as ten writes. Writing a memory adds about 60
 * pages.
 */
const checkpointPages = 4_000;
/**
 * A longer log is emptied when the memory is opened. Hooks never close the memory, so without this each hook would read and
 * merge a log that only grows.
 */
const longestLogBytes = 1_000_000n;

/** Size of the page cache; a transaction that outgrows it writes pages more than once. */
const cacheKibibytes = 16_384;

/** How long a memory that is being opened or read waits for other processes: see {@link DatabaseOptions}. */
type MemoryWaits = Pick<DatabaseOptions, 'readTimeoutMs' | 'openTimeoutMs'>;

/** A memory that is open, and which file that is. */
export interface MemoryConnection {
  readonly database: Database;
  readonly prepare: Prepare;
  standing(): MemoryStanding;
}

/**
 * `current`: the files at the paths are those that are open. `without_log`: the log is not, and new writes are never
 * read. `replaced`: the database was moved aside, replaced or deleted.
 */
type MemoryStanding = 'current' | 'without_log' | 'replaced';

/** A memory that lasts as long as the process, for tests and for callers that want no files. */
export function connectInMemory(): MemoryConnection {
  const database = openDatabase(':memory:', { subject: 'memory', synchronous: 'full', busyTimeoutMs: 0 });
  initialiseMemory(database);
  return connect(database, () => 'current');
}

function connect(database: Database, standing: MemoryConnection['standing']): MemoryConnection {
  if (database.writable) {
    // Overwrites deleted rows, so that forgotten data does not stay in the file's free space.
    database.exec('PRAGMA secure_delete = ON');
    database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
    database.exec(`PRAGMA cache_size = -${cacheKibibytes}`);
  }
  return { database, prepare: cachedPrepare(database), standing };
}

/**
 * Opens the existing memory and migrates its schema; undefined when there is none. Call it, like everything that uses
 * or closes the connection, while holding the memory's lock (`memoryStay`).
 * @throws MEMORY_CORRUPT
 */
export function connectMemory(place: PlaceOptions, waits: MemoryWaits): MemoryConnection | undefined {
  const { files, busyTimeoutMs } = place;
  const opened = look(files.database);
  if (opened === undefined) {
    if (holdsMemory(files)) throw damaged(files, 'it is missing');
    return undefined;
  }
  if (opened.size === 0n) throw damaged(files, 'it is empty');
  const database = openDatabase(files.database, {
    subject: 'memory',
    synchronous: 'full',
    busyTimeoutMs,
    ...waits,
  });
  try {
    bringUpToDate(database, files, opened.size <= checkedSizeBytes);
    if (database.writable) setAsideBackup(place, database);
    // Made, or opened, by the read just now.
    const log = look(files.log);
    if (database.writable && (log?.size ?? 0n) > longestLogBytes) emptyLog(database);
    return connect(database, () => {
      if (!isSameFile(look(files.database), opened)) return 'replaced';
      return !database.writable || isSameFile(look(files.log), log) ? 'current' : 'without_log';
    });
  } catch (fault) {
    database.close();
    throw fault;
  }
}

/** Does not wait: where another process reads or writes, the next one that opens the memory tries again. */
function emptyLog(database: Database): void {
  const timeout = database.prepare('PRAGMA busy_timeout').get()?.timeout;
  database.exec('PRAGMA busy_timeout = 0');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.exec(`PRAGMA busy_timeout = ${timeout}`);
}

function bringUpToDate(database: Database, files: MemoryFiles, isSmall: boolean): void {
  const foreignness = findForeignness(database);
  if (foreignness !== undefined) throw damaged(files, foreignness);
  const migration = describeForeignSchema(database);
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
    `The memory database ${files.database} has an unknown schema: ${migration}. Nothing was changed. Use the version of afterwit that created it, or move the file elsewhere to start with an empty memory.`,
    { data: { path: files.database, migration } },
  );
}

function damaged(files: MemoryFiles, damage: string): AfterwitError {
  return new AfterwitError(
    'MEMORY_CORRUPT',
    `The memory database ${files.database} is damaged: ${damage}. Restore a copy of yours, or move the file elsewhere to start with an empty memory.`,
    { data: { path: files.database, damage } },
  );
}
