import { copyFileSync, existsSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AfterwitError, invalidArgument, isAfterwitError } from '../../../model/errors.ts';
import type { MemoryCopy, MemoryReplacement } from '../../../ports/memory-store.ts';
import type { Database } from '../database.ts';
import { syncFile, syncFolder } from '../open-file.ts';
import { fileError } from '../sqlite-error.ts';
import { examineFile, examineMemory, findDamagedRows, findForeignness } from './find-damage.ts';
import { advanceRevision, readMemoryVersions, revisionOfFile } from './memory-versions.ts';
import { memorySchema } from './migrations.ts';
import {
  type MemoryFiles,
  moveAside,
  type PlaceOptions,
  placing,
  putInPlace,
  removeDatabase,
  removeUnfinished,
  vacuumInto,
  withMemoryFile,
} from './place-memory.ts';
import { cachedPrepare, RowWriter } from './sealed-table.ts';
import { rebuildPostings } from './write-items.ts';

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

function requireRoomFor(path: string): void {
  if (existsSync(path))
    throw refused(path, 'The file exists already and was left unchanged. Name another path.');
  if (!(statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() ?? false))
    throw refused(path, 'Its folder does not exist. Create the folder first, or name another path.');
}

function refused(path: string, why: string): AfterwitError {
  return invalidArgument(`The memory cannot be backed up to ${path}. ${why}`, { path });
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
  withMemoryFile(path, { busyTimeoutMs }, (database) => {
    database.transact(() => {
      database.exec('REINDEX');
      const prepare = cachedPrepare(database);
      for (const { table, rowId, row } of findDamagedRows(prepare))
        prepare(`DELETE FROM ${table} WHERE ${rowId} = ?`).run(row[rowId] ?? null);
      rebuildPostings(new RowWriter(prepare));
    });
    const { structural, rows } = examineMemory(database, 'all');
    if (structural !== undefined || rows !== undefined) throw notCopied(path, structural ?? rows ?? '');
  });
}

/** Whether a former version wrote a copy that can be read. */
export function hasOldSchema(path: string): boolean {
  try {
    const options = { busyTimeoutMs: 0, readOnly: true };
    return withMemoryFile(path, options, readMemoryVersions).schema < memorySchema;
  } catch {
    return false;
  }
}

/** Counts the rows of a memory file that no process has open. */
function countFile(path: string, busyTimeoutMs: number): Pick<MemoryCopy, 'itemCount' | 'decisionCount'> {
  return withMemoryFile(path, { busyTimeoutMs, readOnly: true }, (database) => {
    const count = (table: string) =>
      Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count);
    return { itemCount: count('items'), decisionCount: count('decisions') };
  });
}

/**
 * Verifies a copy completely and replaces the memory and its backup by it. The previous memory is kept under another
 * name. This process must not have an open connection to the memory.
 * @throws BACKUP_UNUSABLE when the file is damaged, too new or not a memory; nothing is changed then
 */
export function replaceMemory(options: PlaceOptions, path: string): MemoryReplacement {
  requireFile(path);
  return placing(options, () => {
    const { files, busyTimeoutMs } = options;
    try {
      const copy = takeVerified(path, files, busyTimeoutMs);
      const asidePath = moveAside(options, 'replaced');
      putInPlace(files, files.database);
      copyFileSync(files.database, files.unfinished);
      putInPlace(files, files.backup);
      return { ...copy, ...(asidePath && { asidePath }) };
    } finally {
      removeUnfinished(files);
    }
  });
}

function requireFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  throw unusable(path, 'there is no such file');
}

/** Copies the file, including its log, to the place where the new memory is prepared. */
function takeVerified(path: string, files: MemoryFiles, busyTimeoutMs: number): MemoryCopy {
  removeUnfinished(files);
  takeCopy(path, files.unfinished, busyTimeoutMs);
  const { structural, rows } = examineFile(files.unfinished, busyTimeoutMs, 'all');
  if (structural !== undefined || rows !== undefined) throw unusable(path, structural ?? rows ?? '');
  const copy = { path, bytes: statSync(path).size, ...countFile(files.unfinished, busyTimeoutMs) };
  // Uses a larger revision than the old backup, which belongs to another memory and must not count as a later copy of
  // this one.
  const revision = Math.max(revisionOfFile(files.backup) ?? 0, revisionOfFile(files.database) ?? 0);
  withMemoryFile(files.unfinished, { busyTimeoutMs }, (database) => advanceRevision(database, revision));
  return copy;
}

function takeCopy(path: string, target: string, busyTimeoutMs: number): void {
  try {
    withMemoryFile(path, { busyTimeoutMs, readOnly: true }, (database) => {
      const foreignness = findForeignness(database);
      if (foreignness !== undefined) throw unusable(path, foreignness);
      const { schema } = readMemoryVersions(database);
      if (schema > memorySchema)
        throw unusable(path, 'it was written by a newer afterwit; update afterwit first');
      const finding = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
      if (finding !== 'ok') throw unusable(path, String(finding));
      vacuumInto(database, target);
    });
  } catch (fault) {
    if (!isAfterwitError(fault) || fault.code === 'BACKUP_UNUSABLE' || fault.code === 'DISK_FULL')
      throw fault;
    throw unusable(path, String(fault.data.damage ?? 'it cannot be read as a memory of afterwit'), fault);
  }
}

function unusable(path: string, why: string, cause?: unknown): AfterwitError {
  return new AfterwitError(
    'BACKUP_UNUSABLE',
    `${path} cannot take the place of the memory: ${why}. Nothing was changed.`,
    { data: { path, damage: why }, cause },
  );
}
