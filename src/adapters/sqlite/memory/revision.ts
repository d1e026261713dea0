import { closeSync, openSync, readSync } from 'node:fs';
import type { Database } from '../database.ts';

/** What a file of SQLite begins with. */
const magic = 'SQLite format 3\0';
/** Offset of `user_version` in SQLite's file header, which counts the changes of the memory. */
const userVersionOffset = 60;

/** Number of the memory's last change; part of every copy of it. */
export function readRevision(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

/** Counts a change, inside its transaction. Returns its number. */
export function advanceRevision(database: Database, atLeast = 0): number {
  const revision = (Math.max(readRevision(database), atLeast) + 1) & 0x7fff_ffff;
  database.exec(`PRAGMA user_version = ${revision}`);
  return revision;
}

/** Revision of a file; undefined when it is missing or not a database. */
export function revisionOfFile(path: string): number | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const header = Buffer.alloc(userVersionOffset + 4);
    readSync(descriptor, header, 0, header.length, 0);
    return header.toString('latin1', 0, magic.length) === magic
      ? header.readInt32BE(userVersionOffset)
      : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
