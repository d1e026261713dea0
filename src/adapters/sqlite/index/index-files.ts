import { existsSync, renameSync, rmSync, statSync } from 'node:fs';

/** Deletes an index; everything in it can be read from git again. */
export function removeIndex(path: string): void {
  for (const file of filesOf(path)) rmSync(file, { force: true });
}

/** Puts a damaged index out of the way, so that what happened to it can be looked into. Returns where it is now. */
export function setIndexAside(path: string): string {
  const aside = `${path}.corrupt`;
  removeIndex(aside);
  filesOf(path).forEach((file, position) => {
    if (existsSync(file)) renameSync(file, filesOf(aside)[position] as string);
  });
  return aside;
}

/** Size of the index on disk, in bytes; 0 for `:memory:`. */
export function indexBytes(path: string): number {
  if (path === ':memory:') return 0;
  return filesOf(path).reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function filesOf(path: string): readonly string[] {
  return [path, `${path}-wal`, `${path}-shm`];
}
