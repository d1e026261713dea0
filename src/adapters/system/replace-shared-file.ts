import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AfterwitError } from '../../model/errors.ts';
import { replaceFile } from './replace-file.ts';

/**
 * Replaces a file in a working tree as a whole; an empty text removes it. Refuses a link in the place of the file or its
 * folder, so that its target is not written.
 * @throws INVALID_ARGUMENT, and faults of the disk
 */
export function replaceSharedFile(worktree: string, path: string, text: string): void {
  const place = join(worktree, path);
  const folder = dirname(place);
  if (!['nothing', 'folder'].includes(kindAt(folder))) throw inTheWay(folder, 'a folder');
  if (!['nothing', 'file'].includes(kindAt(place))) throw inTheWay(place, 'a file');
  if (text === '') {
    rmSync(place, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  replaceFile(place, text, { mode: 0o666 });
}

function kindAt(path: string): 'nothing' | 'file' | 'folder' | 'other' {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 'nothing';
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
}

function inTheWay(path: string, expected: string): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `"${path}" is a link or something else that is not ${expected}, so nothing was written. Remove it first, if you know what it is for.`,
    { data: { path } },
  );
}
