import { cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What runs without anything else beside it: the package depends on no other. */
const kept = ['package.json', 'dist', 'LICENSE'];

/** Where a home keeps a copy of this program. */
export function keptPackage(home: string): string {
  return join(home, 'program');
}

/**
 * Copies the program into the home, in place of an earlier copy, so that it outlives the folder it was tried out in. A program that
 * runs from the earlier copy has read what it needs, or is told by its agent to start again.
 */
export function keepPackage(packageFolder: string, home: string): void {
  const target = keptPackage(home);
  if (existsSync(target) && realpathSync.native(packageFolder) === realpathSync.native(target)) return;
  const partial = `${target}.${process.pid}`;
  const former = `${partial}.former`;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  try {
    mkdirSync(partial, { mode: 0o700 });
    for (const name of kept) {
      const from = join(packageFolder, name);
      // A link would lead back to the folder that goes away.
      if (existsSync(from)) cpSync(from, join(partial, name), { recursive: true, dereference: true });
    }
    if (existsSync(target)) renameSync(target, former);
    try {
      renameSync(partial, target);
    } catch (fault) {
      if (existsSync(former)) renameSync(former, target);
      throw fault;
    }
  } finally {
    for (const folder of [partial, former]) rmSync(folder, { recursive: true, force: true });
  }
}
