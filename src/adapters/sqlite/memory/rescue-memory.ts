import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { openDatabase } from '../database.ts';
import { vacuumInto } from '../vacuum-into.ts';
import { examineFile, examineMemory } from './find-damage.ts';
import type { MemoryConnection } from './memory-connection.ts';
import { companionSuffixes } from './memory-files.ts';
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
 * What moved aside is the memory of others, which stands in its place again. Ours lies in no file: what was only in our log is kept
 * there instead, as long as what we see is still a memory.
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
 * A log that is not ours and holds something: whoever only reads makes an empty one. Or others merged theirs into the database and
 * are gone: what we see is part ours, part theirs, and no memory any more.
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
 * Copied as files: another connection of this process to the same database would read their log by what this process knows of
 * ours, and take wrong pages out of it.
 */
function copyOfOthers({ files, busyTimeoutMs }: PlaceOptions): void {
  copyFileSync(files.database, files.unfinished);
  if (existsSync(files.log)) copyFileSync(files.log, `${files.unfinished}-wal`);
  // Whoever closes it last merges the log.
  openDatabase(files.unfinished, {
    subject: 'memory',
    synchronous: 'full',
    busyTimeoutMs,
    mustExist: true,
  }).close();
}
