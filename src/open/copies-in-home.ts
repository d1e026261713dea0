import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Copies that `backup` makes by default, and those beside a memory that was replaced or mended. */
const ownCopy = /^memory-.*\.db$/;
const putAside = /^memory\.db\.(?:corrupt|replaced)-[^-]*-[^-]*-[^-]*-[^-]*-(?!.*-(?:wal|shm)$)/;

/** Copies of the memory that lie in its home, but for its backup. */
export function copiesIn(home: string): readonly string[] {
  return [...filesIn(join(home, 'backups'), ownCopy), ...otherStatesIn(home)];
}

/** Replaced memories, whatever became of them, and backups that were ahead of theirs; the latest last. */
export function otherStatesIn(home: string): readonly string[] {
  return filesIn(home, putAside).toSorted((one, other) => (setAsideAt(one) < setAsideAt(other) ? -1 : 1));
}

function setAsideAt(path: string): string {
  return path.slice(path.search(/(?:corrupt|replaced)-/)).replace(/^[a-z]+-/, '');
}

function filesIn(folder: string, name: RegExp): readonly string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((each) => name.test(each))
        .sort()
        .map((each) => join(folder, each))
    : [];
}
