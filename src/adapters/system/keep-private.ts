import { chmodSync, type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownNames } from './own-names.ts';

/** Rights of the group and of others. */
const ofOthers = 0o077;
/** Sticky and its like: a folder that is shared on purpose. */
const special = 0o7000;

/** Deeper, and in larger numbers, nothing of ours lies. */
const deepest = 4;
const entryLimit = 5_000;

/**
 * Takes from everybody else the right to look into a home: earlier versions left that to the umask. A folder that others use
 * too, because something else lies in it, stays as it is, and what of it is ours is closed. What may not be changed stays.
 */
export function keepPrivate(home: string): void {
  if (process.platform === 'win32') return;
  const entries = entriesOf(home);
  const ours = entries.filter(({ name }) => ownNames.test(name));
  if (ours.length === 0) return;
  const isShared = entries.some(({ name }) => name !== 'config.json' && !ownNames.test(name));
  if (!isShared) close(home);
  const left = { count: entryLimit };
  for (const entry of ours) closeWithin(home, entry, deepest, left);
}

function closeWithin(folder: string, entry: Dirent, depth: number, left: { count: number }): void {
  if (depth === 0 || left.count-- <= 0) return;
  const path = join(folder, entry.name);
  if (entry.isFile() || entry.isDirectory()) close(path);
  if (!entry.isDirectory()) return;
  for (const inner of entriesOf(path)) closeWithin(path, inner, depth - 1, left);
}

function close(path: string): void {
  try {
    const { mode } = lstatSync(path);
    if ((mode & ofOthers) !== 0 && (mode & special) === 0) chmodSync(path, mode & 0o7700);
  } catch {
    // Somebody else's, or gone.
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
