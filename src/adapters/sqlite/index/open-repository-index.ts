import { existsSync } from 'node:fs';
import { isAfterwitError } from '../../../model/errors.ts';
import type { RepositoryIndex } from '../../../ports/repository-index.ts';
import { type Database, openDatabase } from '../database.ts';
import { fileIdentity, removeIndex, replacingIndex, requireFiles, whileIndexStays } from './index-files.ts';
import type { IndexOptions } from './index-options.ts';
import { indexSchema, indexVersion } from './schema.ts';
import { SqliteRepositoryIndex } from './sqlite-repository-index.ts';

/**
 * Opens the index at `path`; undefined when there is none, or one of another version. Creates nothing.
 *
 * @throws INDEX_BUSY, INDEX_CORRUPT, and HOME_NOT_WRITABLE when this user may not even read it
 */
export function openExistingIndex(options: IndexOptions): RepositoryIndex | undefined {
  if (!existsSync(options.path)) return undefined;
  return whileIndexStays(options, () => openFound(options));
}

function openFound(options: IndexOptions): RepositoryIndex | undefined {
  if (!existsSync(options.path)) return undefined;
  requireFiles(options.path);
  const database = connectExisting(options);
  if (database === undefined) return undefined;
  try {
    if (storedVersion(database) === indexVersion) return new SqliteRepositoryIndex(database, options);
    database.close();
    return undefined;
  } catch (fault) {
    database.close();
    throw fault;
  }
}

/**
 * Opens the index at `path`; creates it when there is none, or one of another version.
 *
 * @throws HOME_NOT_WRITABLE, DISK_FULL, INDEX_BUSY, INDEX_CORRUPT
 */
export function openRepositoryIndex(options: IndexOptions): RepositoryIndex {
  if (options.path === ':memory:') return createIndex(options);
  // Checked again inside the lock, so that only one of several processes creates the index.
  return (
    openExistingIndex(options) ?? replacingIndex(options, () => openFound(options) ?? createIndex(options))
  );
}

function createIndex(options: IndexOptions): RepositoryIndex {
  if (options.path !== ':memory:') removeIndex(options.path);
  const database = connect(options, false);
  try {
    database.transact(() => {
      database.exec(indexSchema);
      database.prepare("INSERT INTO meta (key, value) VALUES ('version', ?)").run(indexVersion);
    });
    return new SqliteRepositoryIndex(database, options);
  } catch (fault) {
    database.close();
    throw fault;
  }
}

/** Undefined when the file was deleted since it was found. */
function connectExisting(options: IndexOptions): Database | undefined {
  try {
    return connect(options, true);
  } catch (fault) {
    if (fileIdentity(options.path) === undefined) return undefined;
    throw fault;
  }
}

function connect({ path, busyTimeoutMs }: IndexOptions, mustExist: boolean): Database {
  return openDatabase(path, { subject: 'index', synchronous: 'normal', busyTimeoutMs, mustExist });
}

/** Undefined for a database that is not an index, or that another process is still creating. */
function storedVersion(database: Database): string | undefined {
  try {
    const row = database.prepare("SELECT value FROM meta WHERE key = 'version'").get();
    return row?.value as string | undefined;
  } catch (fault) {
    if (isAfterwitError(fault) && fault.data.damage === 'no such table: meta') return undefined;
    throw fault;
  }
}
