import { cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What runs without anything else beside it: the package depends on no other. */
const kept = ['package.json', 'dist', 'LICENSE'];

/** Where a home keeps a copy of this program. */
export function keptPackage(home: string): string {
  return join(home, 'program');
}

/**
 * Copies the program into the home, in place of an earlier copy, so that it outlives the folder it was tried out in. A program that
 * runs from the earlier copy has read what it needs, or is told by its agent to start again.
 *
 * @param work what is to be done with the copy; if it fails, the home is as it was
 */
export function keepPackage<T>(packageFolder: string, home: string, work: () => T): T {
  const target = keptPackage(home);
  if (existsSync(target) && realpathSync.native(packageFolder) === realpathSync.native(target)) return work();
  const partial = `${target}.${process.pid}`;
  const former = `${partial}.former`;
  const firstMade = mkdirSync(home, { recursive: true, mode: 0o700 });
  let isPlaced = false;
  try {
    mkdirSync(partial, { mode: 0o700 });
    for (const name of kept) {
      const from = join(packageFolder, name);
      // A link would lead back to the folder that goes away.
      if (existsSync(from)) cpSync(from, join(partial, name), { recursive: true, dereference: true });
    }
    if (existsSync(target)) renameSync(target, former);
    renameSync(partial, target);
    isPlaced = true;
    return work();
  } catch (fault) {
    if (isPlaced) rmSync(target, { recursive: true, force: true });
    if (existsSync(former)) renameSync(former, target);
    rmSync(partial, { recursive: true, force: true });
    if (firstMade !== undefined) removeEmpty(home, firstMade);
    throw fault;
  } finally {
    for (const folder of [partial, former]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Folders that were made, from the innermost to the first. */
function removeEmpty(folder: string, first: string): void {
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
  if (folder !== first) removeEmpty(dirname(folder), first);
}
