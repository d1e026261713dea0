import { existsSync } from 'node:fs';
import { isAfterwitError } from '../../../model/errors.ts';
import type { IndexStore, RepositoryIndex } from '../../../ports/repository-index.ts';
import { type Database, openDatabase } from '../database.ts';
import { damageError } from '../sqlite-error.ts';
import {
  asidePath,
  fileIdentity,
  type IndexOptions,
  isAsChecked,
  moveIndexAside,
  noteChecked,
  removeIndex,
  replacingIndex,
  requireFiles,
  whileIndexStays,
} from './index-files.ts';
import { repositoryIndex } from './repository-index.ts';
import { indexSchema, indexVersion } from './sealed-rows.ts';

interface Opened {
  readonly index: RepositoryIndex;
  readonly file: string | undefined;
}

/**
 * Enough attempts when another process is just creating the file; a file system without stable file identities must not
 * cause a failure.
 */
const mostAttempts = 3;

/** The index file of one repository. */
export function sqliteIndexStore(options: IndexOptions): IndexStore {
  const { path } = options;
  let opened: Opened | undefined;
  /** Identity of the file at the last attempt to open it. */
  let tried: string | undefined;
  const close = () => {
    if (opened === undefined) return;
    const { index } = opened;
    opened = undefined;
    whileIndexStays(options, () => index.close());
  };
  const openWith = <T extends RepositoryIndex | undefined>(open: (options: IndexOptions) => T) => {
    // Another process deleted or replaced the file, so the open connection no longer belongs to the current index.
    if (opened !== undefined && fileIdentity(path) !== opened.file) close();
    for (let attempt = 1; opened === undefined; attempt++) {
      tried = fileIdentity(path);
      const index = open(options);
      if (index === undefined) return index;
      if (tried !== undefined && !isAsChecked(path)) requireWhole(index);
      // The file may have been created or replaced meanwhile. Only if its identity is the same before and after was
      // this file opened.
      if (tried === fileIdentity(path) || attempt === mostAttempts) opened = { index, file: tried };
      else whileIndexStays(options, () => index.close());
    }
    return opened.index;
  };
  const requireWhole = (index: RepositoryIndex) => {
    const damage = index.findDamage();
    if (damage === undefined) return noteChecked(path);
    whileIndexStays(options, () => index.close());
    throw damageError(damage, { subject: 'index', path });
  };
  return {
    path,
    existing: () => openWith(openExistingIndex),
    open: () => openWith(openRepositoryIndex) as RepositoryIndex,
    remove(index) {
      const only = index !== undefined && index === opened?.index ? opened.file : undefined;
      close();
      replacingIndex(options, () => {
        if (only === undefined || only === fileIdentity(path)) removeIndex(path);
      });
    },
    setAside() {
      close();
      replacingIndex(options, () => {
        // Another process may have moved it aside already; the file there would then be a new one.
        if (fileIdentity(path) === tried) moveIndexAside(path);
      });
      return asidePath(path);
    },
    aside: () => (fileIdentity(asidePath(path)) === undefined ? undefined : asidePath(path)),
    close,
  };
}

/**
 * Opens the index at `path`; undefined when there is none, or one of another version. Creates nothing.
 * @throws INDEX_BUSY, INDEX_CORRUPT, and HOME_NOT_WRITABLE when this user may not even read it
 */
function openExistingIndex(options: IndexOptions): RepositoryIndex | undefined {
  if (!existsSync(options.path)) return undefined;
  return whileIndexStays(options, () => openFound(options));
}

function openFound(options: IndexOptions): RepositoryIndex | undefined {
  if (!existsSync(options.path)) return undefined;
  requireFiles(options.path);
  const database = connectExisting(options);
  if (database === undefined) return undefined;
  try {
    if (storedVersion(database) === indexVersion) return repositoryIndex(database, options);
    database.close();
    return undefined;
  } catch (fault) {
    database.close();
    throw fault;
  }
}

/**
 * Opens the index at `path`; creates it when there is none, or one of another version.
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
    return repositoryIndex(database, options);
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
