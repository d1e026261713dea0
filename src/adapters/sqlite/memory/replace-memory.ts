import { copyFileSync, statSync } from 'node:fs';
import { AfterwitError, isAfterwitError } from '../../../model/errors.ts';
import type { MemoryCopy, MemoryReplacement } from '../../../ports/memory-upkeep.ts';
import { type Database, openDatabase } from '../database.ts';
import { vacuumInto } from '../vacuum-into.ts';
import { countFile } from './copy-memory.ts';
import { examineFile, findForeignness } from './find-damage.ts';
import type { MemoryFiles } from './memory-files.ts';
import { readMemoryVersions } from './memory-versions.ts';
import { memoryMigrations } from './migrations.ts';
import { moveAside, type PlaceOptions, placing, putInPlace, removeUnfinished } from './place-memory.ts';
import { advanceRevision, revisionOfFile } from './revision.ts';

/**
 * Puts a copy in the place of the memory and of its backup, after verifying all of it. The memory that was there is kept
 * under another name.
 * No connection to it may be open in this process.
 *
 * @throws BACKUP_UNUSABLE when the file is no memory, damaged or too new; nothing is changed then
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

/** Copies the file, with what its log holds, to where the memory is made ready. */
function takeVerified(path: string, files: MemoryFiles, busyTimeoutMs: number): MemoryCopy {
  removeUnfinished(files);
  takeCopy(path, files.unfinished, busyTimeoutMs);
  const { structural, rows } = examineFile(files.unfinished, busyTimeoutMs, 'all');
  if (structural !== undefined || rows !== undefined) throw unusable(path, structural ?? rows ?? '');
  const copy = { path, bytes: statSync(path).size, ...countFile(files.unfinished, busyTimeoutMs) };
  // The backup that lies there until it is replaced is of another memory: it must not pass for a later copy of this one.
  const revision = Math.max(revisionOfFile(files.backup) ?? 0, revisionOfFile(files.database) ?? 0);
  withDatabase(files.unfinished, { busyTimeoutMs }, (database) => advanceRevision(database, revision));
  return copy;
}

function takeCopy(path: string, target: string, busyTimeoutMs: number): void {
  try {
    withDatabase(path, { busyTimeoutMs, readOnly: true }, (database) => {
      const foreignness = findForeignness(database);
      if (foreignness !== undefined) throw unusable(path, foreignness);
      const { schema } = readMemoryVersions(database);
      if (schema > memoryMigrations.length)
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

function withDatabase(
  path: string,
  options: { readonly busyTimeoutMs: number; readonly readOnly?: boolean },
  work: (database: Database) => void,
): void {
  const database = openDatabase(path, {
    subject: 'memory',
    synchronous: 'full',
    mustExist: true,
    ...options,
  });
  try {
    work(database);
  } finally {
    database.close();
  }
}

function unusable(path: string, why: string, cause?: unknown): AfterwitError {
  return new AfterwitError(
    'BACKUP_UNUSABLE',
    `${path} cannot take the place of the memory: ${why}. Nothing was changed.`,
    { data: { path, damage: why }, ...(cause === undefined ? {} : { cause }) },
  );
}
