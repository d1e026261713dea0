import { closeSync, openSync } from 'node:fs';
import type { Database } from './database.ts';
import { fileError } from './sqlite-error.ts';

/**
 * Copies a memory into a file where nothing lies yet, and that only this user may read from its first byte on: SQLite itself would
 * make one for everybody, but takes an empty one as it is.
 */
export function vacuumInto(database: Database, path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (fault) {
    throw fileError(fault, { subject: 'memory', path });
  }
  database.prepare('VACUUM INTO ?').run(path);
}
