import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AfterwitError } from '../../../model/errors.ts';
import type { MemoryCopy } from '../../../ports/memory-upkeep.ts';
import { type Database, openDatabase } from '../database.ts';
import { fileError } from '../sqlite-error.ts';
import { syncFile, syncFolder } from '../sync-to-disk.ts';
import { vacuumInto } from '../vacuum-into.ts';
import { examineFile, examineMemory } from './find-damage.ts';
import { companionSuffixes } from './memory-files.ts';
import { readMemoryVersions } from './memory-versions.ts';
import { itemSchema } from './migrations.ts';
import { cachedPrepare } from './prepare.ts';
import { RowWriter } from './row-writer.ts';
import { findDamagedRows } from './sealed-tables.ts';
import { rebuildPostings } from './write-postings.ts';

/** Writes a verified copy of an open memory to a new path. Damaged rows are left out. */
export function copyMemoryTo(database: Database, path: string, busyTimeoutMs: number): MemoryCopy {
  requireRoomFor(path);
  const unfinished = `${path}.unfinished`;
  try {
    removeDatabase(unfinished);
    vacuumInto(database, unfinished);
    const { structural, rows } = examineFile(unfinished, busyTimeoutMs, 'all');
    if (structural !== undefined) throw notCopied(database.path, structural);
    if (rows !== undefined) dropDamagedRows(unfinished, busyTimeoutMs);
    const counts = countFile(unfinished, busyTimeoutMs);
    syncFile(unfinished);
    requireRoomFor(path);
    renameSync(unfinished, path);
    syncFolder(dirname(path));
    return { path, bytes: statSync(path).size, ...counts };
  } catch (fault) {
    throw fileError(fault, { subject: 'memory', path });
  } finally {
    removeDatabase(unfinished);
  }
}

function removeDatabase(path: string): void {
  for (const suffix of [...companionSuffixes, '']) rmSync(path + suffix, { force: true });
}

function requireRoomFor(path: string): void {
  if (existsSync(path))
    throw refused(path, 'The file exists already and was left unchanged. Name another path.');
  if (!(statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() ?? false))
    throw refused(path, 'Its folder does not exist. Create the folder first, or name another path.');
}

function refused(path: string, why: string): AfterwitError {
  return new AfterwitError('INVALID_ARGUMENT', `The memory cannot be backed up to ${path}. ${why}`, {
    data: { path },
  });
}

function notCopied(path: string, damage: string): AfterwitError {
  return new AfterwitError(
    'MEMORY_CORRUPT',
    `The memory database ${path} is damaged, so it cannot be copied completely. \`afterwit doctor\` says more.`,
    { data: { path, damage } },
  );
}

/** Drops damaged rows from the copy, because a copy with damaged rows could not be restored. */
function dropDamagedRows(path: string, busyTimeoutMs: number): void {
  const database = openDatabase(path, { subject: 'memory', synchronous: 'full', busyTimeoutMs });
  try {
    database.transact(() => {
      database.exec('REINDEX');
      const prepare = cachedPrepare(database);
      for (const { sealed, row } of findDamagedRows(prepare)) {
        prepare(`DELETE FROM ${sealed.name} WHERE ${sealed.rowId} = ?`).run(row[sealed.rowId] ?? null);
      }
      rebuildPostings(new RowWriter(prepare));
    });
    const { structural, rows } = examineMemory(database, 'all');
    if (structural !== undefined || rows !== undefined) throw notCopied(path, structural ?? rows ?? '');
  } finally {
    database.close();
  }
}

/** Counts the rows of a memory file that no process has open. */
export function countFile(
  path: string,
  busyTimeoutMs: number,
): Pick<MemoryCopy, 'itemCount' | 'decisionCount'> {
  const database = openDatabase(path, {
    subject: 'memory',
    synchronous: 'full',
    busyTimeoutMs,
    readOnly: true,
  });
  try {
    if (readMemoryVersions(database).schema < itemSchema) return { itemCount: 0, decisionCount: 0 };
    const count = (table: string) =>
      Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count);
    return { itemCount: count('items'), decisionCount: count('decisions') };
  } finally {
    database.close();
  }
}
