import { closeSync, openSync, readSync } from 'node:fs';
import type { Database } from '../database.ts';

/** Where SQLite's file header keeps `user_version`, which counts the changes of the memory. */
const userVersionOffset = 60;

/** Number of the memory's last change; part of every copy of it. */
export function readRevision(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

/** Counts a change; belongs into the transaction that makes it. Gives its number. */
export function advanceRevision(database: Database, atLeast = 0): number {
  const revision = (Math.max(readRevision(database), atLeast) + 1) & 0x7fff_ffff;
  database.exec(`PRAGMA user_version = ${revision}`);
  return revision;
}

/** Of a file that perhaps is no database; undefined when it is none or not there. */
export function revisionOfFile(path: string): number | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const bytes = Buffer.alloc(4);
    return readSync(descriptor, bytes, 0, 4, userVersionOffset) === 4 ? bytes.readInt32BE() : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
