import { existsSync } from 'node:fs';
import { isAfterwitError } from '../../../model/errors.ts';
import type { RepositoryIndex } from '../../../ports/repository-index.ts';
import { type Database, openDatabase } from '../database.ts';
import type { IndexOptions } from './index-options.ts';
import { removeIndex } from './index-files.ts';
import { indexSchema, indexVersion } from './schema.ts';
import { SqliteRepositoryIndex } from './sqlite-repository-index.ts';

/** Opens the index at `path`; undefined when there is none, or one of another version. Creates nothing. */
export function openExistingIndex(options: IndexOptions): RepositoryIndex | undefined {
  if (options.path !== ':memory:' && !existsSync(options.path)) return undefined;
  const database = connect(options);
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
 * Opens the index at `path`, made anew when there is none or one of another version.
 *
 * @throws HOME_NOT_WRITABLE, DISK_FULL, INDEX_BUSY, INDEX_CORRUPT
 */
export function openRepositoryIndex(options: IndexOptions): RepositoryIndex {
  const existing = openExistingIndex(options);
  if (existing !== undefined) return existing;
  if (options.path !== ':memory:') removeIndex(options.path);
  const database = connect(options);
  database.transact(() => {
    database.exec(indexSchema);
    database.prepare("INSERT OR IGNORE INTO meta (key, value) VALUES ('version', ?)").run(indexVersion);
  });
  return new SqliteRepositoryIndex(database, options);
}

function connect(options: IndexOptions): Database {
  return openDatabase(options.path, {
    subject: 'index',
    synchronous: 'normal',
    busyTimeoutMs: options.busyTimeoutMs,
  });
}

function storedVersion(database: Database): string | undefined {
  try {
    return database.prepare("SELECT value FROM meta WHERE key = 'version'").get()?.value as string | undefined;
  } catch (fault) {
    if (isAfterwitError(fault) && /no such table/.test(String(fault.cause ?? fault))) return undefined;
    throw fault;
  }
}
