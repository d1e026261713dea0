import { renameSync } from 'node:fs';
import type { Database } from '../database.ts';
import { fileError } from '../sqlite-error.ts';
import { syncFolder } from '../sync-to-disk.ts';
import type { MemoryFiles } from './memory-files.ts';
import { whileBackingUp } from './memory-lock.ts';
import { type PlaceOptions, pathAside } from './place-memory.ts';
import { readRevision, revisionOfFile } from './revision.ts';

/**
 * Moves a backup aside that is ahead of the memory, as when somebody deleted the log or put an older file in the memory's place. What it
 * holds is kept. Left where it is, it would pass for a copy of what the memory becomes once that has changed as often. To be called
 * before anything is written.
 */
export function setAsideBackup(place: PlaceOptions, database: Database): void {
  const { files, busyTimeoutMs } = place;
  if (!isAhead(files, database)) return;
  try {
    whileBackingUp(files, busyTimeoutMs, () => {
      if (!isAhead(files, database)) return;
      renameSync(files.backup, pathAside(place, 'replaced'));
      syncFolder(files.directory);
    });
  } catch (fault) {
    throw fileError(fault, { subject: 'memory', path: files.backup });
  }
}

function isAhead(files: MemoryFiles, database: Database): boolean {
  // The backup is read first: others go on writing and backing up meanwhile.
  const backup = revisionOfFile(files.backup) ?? 0;
  return backup > readRevision(database);
}
