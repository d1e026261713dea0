import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { AfterwitError, isAfterwitError } from '../../../model/errors.ts';
import type { MemoryRecovery } from '../../../ports/memory-store.ts';
import type { Database, Row } from '../database.ts';
import {
  damageIn,
  examineFile,
  examineMemory,
  type FoundRow,
  findDamagedRows,
  findForeignness,
  findPostingDamage,
} from './find-damage.ts';
import type { MemoryConnection } from './memory-connection.ts';
import { describeForeignSchema, readRevision } from './memory-versions.ts';
import {
  companionSuffixes,
  type MemoryFiles,
  moveAside,
  type PlaceOptions,
  placing,
  putInPlace,
  removeUnfinished,
  vacuumInto,
  type WhileMemoryStays,
  withMemoryFile,
} from './place-memory.ts';
import { cachedPrepare, hasTable, type Prepare, RowWriter } from './sealed-table.ts';
import { rebuildPostings } from './write-items.ts';

/**
 * Runs `attempt`, which opens, uses or closes the memory. When that proves damaged the backup is put in its place, by
 * this process or another, and `attempt` is run again, once. It must have closed the memory when it throws damage.
 * @param waitMs how long to wait for a process that replaces the memory meanwhile
 */
export function mendMemory<T>(
  { whileItStays, ...options }: PlaceOptions & { readonly whileItStays: WhileMemoryStays },
  waitMs: number,
  attempt: () => T,
  onRecovery: (recovery: MemoryRecovery) => void,
): T {
  const attemptInPlace = () => whileItStays(waitMs, attempt);
  try {
    return attemptInPlace();
  } catch (fault) {
    if (damageIn(fault) === undefined) throw fault;
    const recovery = restoreOrRethrow(options, fault);
    if (recovery !== undefined) onRecovery(recovery);
  }
  return attemptInPlace();
}

/** In a read-only home, rethrows the damage instead of the failure to restore. */
function restoreOrRethrow(options: PlaceOptions, damage: unknown): MemoryRecovery | undefined {
  try {
    return restoreMemory(options);
  } catch (fault) {
    if (isAfterwitError(fault) && (fault.code === 'HOME_NOT_WRITABLE' || fault.code === 'DISK_FULL'))
      throw damage;
    throw fault;
  }
}

/**
 * Replaces a damaged or missing memory by its backup. The damaged files are kept under another name. Returns undefined
 * when the memory stays, because another process has restored it or only single rows are damaged.
 * @throws MEMORY_CORRUPT when there is no usable backup; nothing is changed then
 */
function restoreMemory(options: PlaceOptions): MemoryRecovery | undefined {
  return placing(options, () => {
    const { files, busyTimeoutMs } = options;
    const { structural: damage, rows } = examineFile(files.database, busyTimeoutMs, 'precious');
    if (damage === undefined) {
      if (rows !== undefined)
        withMemoryFile(files.database, { busyTimeoutMs }, (database) =>
          mendRows(database, files.backup, busyTimeoutMs),
        );
      return undefined;
    }
    const { structural: backupDamage } = examineFile(files.backup, busyTimeoutMs, 'precious');
    if (backupDamage !== undefined) throw beyondRepair(files, damage, backupDamage);
    const backedUpAtMs = statSync(files.backup).mtimeMs;
    removeUnfinished(files);
    copyFileSync(files.backup, files.unfinished);
    const asidePath = moveAside(options, 'corrupt');
    putInPlace(files, files.database);
    return { restoredFrom: files.backup, backedUpAtMs, damage, ...(asidePath && { asidePath }) };
  });
}

function beyondRepair(files: MemoryFiles, damage: string, backupDamage: string): AfterwitError {
  return new AfterwitError(
    'MEMORY_CORRUPT',
    `The memory database ${files.database} is damaged (${damage}), and its backup cannot replace it (${backupDamage}). ` +
      'Nothing was changed. Restore a copy of yours, or move both files elsewhere to start with an empty memory.',
    { data: { path: files.database, backupPath: files.backup, damage, backupDamage } },
  );
}

/**
 * Repairs damage to single rows as far as possible: rebuilds indexes and postings from the rows, and restores rows from
 * the backup if it has their last content. Everything else stays unchanged.
 */
export function mendRows(database: Database, backupPath: string, busyTimeoutMs: number): void {
  if (!database.writable) return;
  database.transact(() => {
    // Reindex first, because SQLite refuses to change a row that is missing from its indexes.
    database.exec('REINDEX');
    const prepare = cachedPrepare(database);
    const damaged = findDamagedRows(prepare);
    if (damaged.length > 0) restoreRows(database, damaged, backupPath, busyTimeoutMs);
    if (findPostingDamage(prepare) !== undefined) rebuildPostings(new RowWriter(prepare));
  });
}

function restoreRows(
  database: Database,
  damaged: readonly FoundRow[],
  backupPath: string,
  busyTimeoutMs: number,
): void {
  if (!existsSync(backupPath)) return;
  withMemoryFile(backupPath, { busyTimeoutMs, readOnly: true }, (backup) => {
    if ((findForeignness(backup) ?? describeForeignSchema(backup)) !== undefined) return;
    const isOfSameState = readRevision(backup) === readRevision(database);
    const prepareBackup = cachedPrepare(backup);
    for (const found of damaged) restoreRow(cachedPrepare(database), prepareBackup, found, isOfSameState);
  });
}

/** Restores a row from the backup only if both have the same content, because the backup may be older. */
function restoreRow(prepare: Prepare, prepareBackup: Prepare, found: FoundRow, isOfSameState: boolean): void {
  const { table, rowId, isWhole, row } = found;
  if (!hasTable(prepareBackup, table)) return;
  const copy = prepareBackup(`SELECT * FROM ${table} WHERE ${rowId} = ?`).get(row[rowId] as SQLInputValue);
  if (copy === undefined || !isWhole(copy)) return;
  if (!isOfSameState && copy.digest !== row.digest && !differInDigestOnly(copy, row)) return;
  const columns = Object.keys(copy);
  prepare(`UPDATE ${table} SET ${columns.map((column) => `${column} = ?`).join()} WHERE ${rowId} = ?`).run(
    ...columns.map((column) => copy[column] as SQLInputValue),
    row[rowId] as SQLInputValue,
  );
}

function differInDigestOnly(copy: Row, row: Row): boolean {
  return isDeepStrictEqual({ ...copy, digest: null }, { ...row, digest: null });
}

/**
 * Writes a memory again whose database or log was deleted while this process has it open: the backup lacks the last
 * writes. A purge removes the lock file, too; a purged memory stays gone.
 */
export function rescueMemory(options: PlaceOptions, open: MemoryConnection): void {
  const { files } = options;
  const isLost = () =>
    existsSync(files.lock) && (!existsSync(files.database) || open.standing() === 'without_log');
  if (!isLost()) return;
  placing(options, () => {
    if (!isLost()) return;
    removeUnfinished(files);
    // Where other processes went on without the log, their memory is kept. Ours is closed once theirs has moved, or SQLite
    // would write our log over it.
    const areOthers = isWrittenByOthers(options, open);
    if (areOthers) copyOfOthers(options);
    else vacuumInto(open.database, files.unfinished);
    // A log that is left belongs to the file before: SQLite would replay it into the new one.
    const aside = moveAside(options, 'replaced');
    putInPlace(files, files.database);
    if (areOthers && aside !== undefined) keepOurs(options, open, aside);
  });
}

/**
 * Puts our memory in the place of the one that moved aside: that of others stands in its own place again, and ours lies
 * in no file. Keeps the content of our log there as long as it is still a memory.
 */
function keepOurs(
  { files, busyTimeoutMs }: PlaceOptions,
  { database }: MemoryConnection,
  aside: string,
): void {
  try {
    vacuumInto(database, files.unfinished);
    const { structural, rows } = examineFile(files.unfinished, busyTimeoutMs, 'precious');
    if (structural !== undefined || rows !== undefined) return;
    for (const suffix of companionSuffixes) rmSync(aside + suffix, { force: true });
    putInPlace(files, aside);
  } catch {
    // A full disk, or a memory that is none any more. The server goes on with that of the others.
  } finally {
    removeUnfinished(files);
  }
}

/**
 * The log is another process's and holds something (a mere reader makes an empty one), or other processes merged theirs
 * into the database and ended: the database as we see it is part ours, part theirs, and no memory any more.
 */
function isWrittenByOthers({ files }: PlaceOptions, open: MemoryConnection): boolean {
  if (!existsSync(files.database)) return false;
  return (statSync(files.log, { throwIfNoEntry: false })?.size ?? 0) > 0 || !isWhole(open);
}

function isWhole({ database }: MemoryConnection): boolean {
  try {
    return examineMemory(database, 'structure').structural === undefined;
  } catch {
    return false;
  }
}

/**
 * Copies files: a second connection of this process would read the other processes' log by the state of our log, and get
 * wrong pages.
 */
function copyOfOthers({ files, busyTimeoutMs }: PlaceOptions): void {
  copyFileSync(files.database, files.unfinished);
  if (existsSync(files.log)) copyFileSync(files.log, `${files.unfinished}-wal`);
  // The last connection that closes merges the log.
  withMemoryFile(files.unfinished, { busyTimeoutMs }, () => undefined);
}
