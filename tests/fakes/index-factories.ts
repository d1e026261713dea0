import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRepositoryIndex } from '../../src/adapters/sqlite/index/index-store.ts';
import type { RepositoryIndex } from '../../src/ports/repository-index.ts';
import { fixedClock } from './fixed-clock.ts';
import { plainIndex } from './history-snapshot.ts';

export const clock = fixedClock();

function sqliteAt(path: string): RepositoryIndex {
  return openRepositoryIndex({
    path,
    clock,
    busyTimeoutMs: 1_000,
  });
}

const folders: string[] = [];

/** To be called when a test is over and its indexes are closed. */
export function removeIndexFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Every implementation of a repository index, by name. */
export const indexFactories: Readonly<Record<string, () => RepositoryIndex>> = {
  'in memory': () => plainIndex(clock),
  'sqlite, in memory': () => sqliteAt(':memory:'),
  'sqlite, in a file': () => {
    const folder = mkdtempSync(join(tmpdir(), 'afterwit-index-'));
    folders.push(folder);
    return sqliteAt(join(folder, 'deep', 'index.db'));
  },
};
