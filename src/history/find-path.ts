import type { RepositoryPath } from '../model/repository.ts';
import type { HistorySnapshot } from '../ports/repository-index.ts';
import { unquotePath } from '../text/unquote-path.ts';

/**
 * Id of a file that a commit of the snapshot changed, by its path or by the path in git's quotes, which is the only way
 * to type bytes that are not text. Undefined when there is no such file.
 */
export function findPath(snapshot: HistorySnapshot, path: RepositoryPath): number | undefined {
  // `src\parser.ts` is how Windows writes it. It may be a name by itself, which comes first.
  const names = [path, unquotePath(path), path.replaceAll('\\', '/')].filter((name) => name !== undefined);
  // The index also has paths of commits outside of the snapshot.
  return names
    .map((name) => snapshot.pathId(name))
    .find((pathId) => pathId !== undefined && isTouched(snapshot, pathId));
}

/** Whether a commit of the snapshot, merges included, changed a path or moved it away. */
function isTouched(snapshot: HistorySnapshot, pathId: number): boolean {
  const { offsets, pathIds, previousPathIds } = snapshot.changes;
  for (let ordinal = 0; ordinal < snapshot.ordinalCount; ordinal++) {
    if (!snapshot.includes(ordinal)) continue;
    for (let i = offsets[ordinal] as number; i < (offsets[ordinal + 1] as number); i++) {
      if (pathIds[i] === pathId || previousPathIds[i] === pathId) return true;
    }
  }
  return false;
}
