import { existsSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { type Database, openDatabase, type Row } from '../database.ts';
import { findForeignness } from './find-damage.ts';
import { findPostingDamage } from './find-posting-damage.ts';
import { readMemoryVersions } from './memory-versions.ts';
import { itemSchema } from './migrations.ts';
import { cachedPrepare, type Prepare } from './prepare.ts';
import { readRevision } from './revision.ts';
import { RowWriter } from './row-writer.ts';
import { type FoundRow, findDamagedRows } from './sealed-tables.ts';
import { rebuildPostings } from './write-postings.ts';

/**
 * Repairs damage to single rows as far as possible: rebuilds indexes and postings from the rows, and restores rows from
 * the backup if it has their last content. Everything else stays unchanged.
 */
export function mendRows(database: Database, backupPath: string, busyTimeoutMs: number): void {
  if (!database.writable || readMemoryVersions(database).schema < itemSchema) return;
  database.transact(() => {
    // Reindex first, because SQLite refuses to change a row that is missing from its indexes.
    database.exec('REINDEX');
    const prepare = cachedPrepare(database);
    const damaged = findDamagedRows(prepare);
    if (damaged.length > 0) restoreRows(database, damaged, { backupPath, busyTimeoutMs });
    if (findPostingDamage(prepare) !== undefined) rebuildPostings(new RowWriter(prepare));
  });
}

interface BackupAccess {
  readonly backupPath: string;
  readonly busyTimeoutMs: number;
}

function restoreRows(
  database: Database,
  damaged: readonly FoundRow[],
  { backupPath, busyTimeoutMs }: BackupAccess,
): void {
  if (!existsSync(backupPath)) return;
  const backup = openDatabase(backupPath, {
    subject: 'memory',
    synchronous: 'full',
    busyTimeoutMs,
    readOnly: true,
  });
  try {
    if (findForeignness(backup) !== undefined || readMemoryVersions(backup).schema < itemSchema) return;
    const isOfSameState = readRevision(backup) === readRevision(database);
    const prepareBackup = cachedPrepare(backup);
    for (const found of damaged) restoreRow(cachedPrepare(database), prepareBackup, found, isOfSameState);
  } finally {
    backup.close();
  }
}

/** Restores a row from the backup only if both have the same content, because the backup may be older. */
function restoreRow(prepare: Prepare, prepareBackup: Prepare, found: FoundRow, isOfSameState: boolean): void {
  const { sealed, row } = found;
  const { name, rowId, isWhole } = sealed;
  const copy = prepareBackup(`SELECT * FROM ${name} WHERE ${rowId} = ?`).get(row[rowId] as SQLInputValue);
  if (copy === undefined || !isWhole(copy)) return;
  if (!isOfSameState && copy.digest !== row.digest && !differInDigestOnly(copy, row)) return;
  const columns = Object.keys(copy);
  prepare(`UPDATE ${name} SET ${columns.map((column) => `${column} = ?`).join()} WHERE ${rowId} = ?`).run(
    ...columns.map((column) => copy[column] as SQLInputValue),
    row[rowId] as SQLInputValue,
  );
}

function differInDigestOnly(copy: Row, row: Row): boolean {
  return isDeepStrictEqual({ ...copy, digest: null }, { ...row, digest: null });
}
