import { existsSync } from 'node:fs';
import type { Database } from '../database.ts';
import { vacuumInto } from '../vacuum-into.ts';
import { moveAside, type PlaceOptions, placing, putInPlace, removeUnfinished } from './place-memory.ts';

/**
 * Writes a memory down again that was deleted while this process has it open: the backup lacks what was said last. The lock file
 * beside it tells a database that went missing from a memory that was purged with all its files: that one stays gone.
 */
export function rescueMemory(options: PlaceOptions, open: Database): void {
  const { files } = options;
  if (existsSync(files.database) || !existsSync(files.lock)) return;
  placing(options, () => {
    if (existsSync(files.database)) return;
    removeUnfinished(files);
    vacuumInto(open, files.unfinished);
    // A log that is left belongs to the deleted file: SQLite would replay it into the new one.
    moveAside(options, 'replaced');
    putInPlace(files, files.database);
  });
}
