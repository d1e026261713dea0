import { existsSync } from 'node:fs';
import type { Database } from '../database.ts';
import { holdsMemory } from './memory-files.ts';
import { moveAside, type PlaceOptions, placing, putInPlace, removeUnfinished } from './place-memory.ts';

/**
 * Writes a memory down again that was deleted while this process has it open, and that has no backup yet. The lock file beside
 * it tells a database that went missing from a memory that was purged with all its files: that one stays gone.
 */
export function rescueMemory(options: PlaceOptions, open: Database): void {
  const { files } = options;
  if (holdsMemory(files) || !existsSync(files.lock)) return;
  placing(options, () => {
    if (holdsMemory(files)) return;
    removeUnfinished(files);
    open.exec(`VACUUM INTO '${files.unfinished.replaceAll("'", "''")}'`);
    // A log that is left belongs to the deleted file: SQLite would replay it into the new one.
    moveAside(options, 'replaced');
    putInPlace(files, files.database);
  });
}
