import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Looked for when git has just been stopped, while somebody waits for the error. */
const entryLimit = 20_000;

/** A pipe or device in a folder or below it, where git would wait for ever; sockets, which it cannot even open, are none. */
export function findPipe(folder: string): string | undefined {
  const folders = [folder];
  let looked = 0;
  for (let next = folders.shift(); next !== undefined && looked < entryLimit; next = folders.shift()) {
    const entries = entriesOf(next);
    looked += entries.length;
    const found = entries.find((entry) => holdsReaders(entry));
    if (found !== undefined) return join(next, found.name);
    for (const entry of entries) if (entry.isDirectory()) folders.push(join(next, entry.name));
  }
  return undefined;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Whether whoever opens it may wait for ever, or read for ever; a link is followed. */
function holdsReaders(entry: Dirent): boolean {
  try {
    const what = entry.isSymbolicLink() ? statSync(join(entry.parentPath, entry.name)) : entry;
    return what.isFIFO() || what.isCharacterDevice() || what.isBlockDevice();
  } catch {
    // A link that leads nowhere.
    return false;
  }
}
