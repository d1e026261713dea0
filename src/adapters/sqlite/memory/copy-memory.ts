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

/** Writes a verified copy of an open memory to a path where nothing lies yet. Damaged rows are left out. */
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
    throw refused(path, 'A file lies there already; it was left as it is. Name another path.');
  if (!(statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() ?? false))
    throw refused(path, 'Its folder is not there. Make the folder first, or name another path.');
}

function refused(path: string, why: string): AfterwitError {
  return new AfterwitError('INVALID_ARGUMENT', `The memory cannot be backed up to ${path}. ${why}`, {
    data: { path },
  });
}

function notCopied(path: string, damage: string): AfterwitError {
  return new AfterwitError(
    'MEMORY_CORRUPT',
    `The memory database ${path} is damaged, so that no whole copy of it can be made. \`afterwit doctor\` says more.`,
    { data: { path, damage } },
  );
}

/** What cannot be served need not be kept: a copy with damaged rows could not be restored. */
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

/** Of a memory file that nobody has open. */
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
