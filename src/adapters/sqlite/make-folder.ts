import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Makes a folder that only this user can look into, and the folders above it. Node's own `recursive` mode never returns
 * where a file system refuses folders with "no such file" (`/proc` does).
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (fault) {
    // Another process may have been first.
    if (!isFolder(path)) throw fault;
  }
}
