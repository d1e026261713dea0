import { closeSync, openSync } from 'node:fs';

/**
 * Makes an empty file that only this user can read, for SQLite to fill: SQLite itself leaves the rights to the umask, and
 * gives its log and shared memory those of the database. A file that is there stays as it is.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch {
    // It is there, or SQLite will say why it cannot be made.
  }
}
