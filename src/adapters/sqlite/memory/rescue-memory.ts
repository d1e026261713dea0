import { existsSync, statSync } from 'node:fs';
import { openDatabase } from '../database.ts';
import { vacuumInto } from '../vacuum-into.ts';
import type { MemoryConnection } from './memory-connection.ts';
import { moveAside, type PlaceOptions, placing, putInPlace, removeUnfinished } from './place-memory.ts';

/**
 * Writes a memory down again whose database, or whose log alone, was deleted while this process has it open: the backup lacks
 * what was said last. The lock file beside it tells a database that went missing from a memory that was purged with all its
 * files: that one stays gone.
 */
export function rescueMemory(options: PlaceOptions, open: MemoryConnection): void {
  const { files } = options;
  const isLost = () =>
    existsSync(files.lock) && (!existsSync(files.database) || open.standing() === 'without_log');
  if (!isLost()) return;
  placing(options, () => {
    if (!isLost()) return;
    removeUnfinished(files);
    // Where others went on without the log, their memory is the one that is read. Ours is closed once that has moved: else
    // SQLite would write our log over it.
    if (isWrittenByOthers(options)) copyOfOthers(options);
    else vacuumInto(open.database, files.unfinished);
    // A log that is left belongs to the file before: SQLite would replay it into the new one.
    moveAside(options, 'replaced');
    putInPlace(files, files.database);
  });
}

/** A log that is not ours and holds something: whoever only reads makes an empty one. */
function isWrittenByOthers({ files }: PlaceOptions): boolean {
  return existsSync(files.database) && (statSync(files.log, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function copyOfOthers({ files, busyTimeoutMs }: PlaceOptions): void {
  const others = openDatabase(files.database, {
    subject: 'memory',
    synchronous: 'full',
    busyTimeoutMs,
    mustExist: true,
  });
  try {
    vacuumInto(others, files.unfinished);
  } finally {
    others.close();
  }
}
