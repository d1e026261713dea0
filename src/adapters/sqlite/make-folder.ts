import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Creates a folder that only this user can read, and the folders above it. Node's own `recursive` mode never returns on
 * a file system that refuses folders with "no such file" (such as `/proc`).
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (fault) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw fault;
  }
}
