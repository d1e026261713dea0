import type { RepositoryPath } from '../model/commit.ts';
import type { HistorySnapshot } from '../ports/repository-index.ts';
import { unquotePath } from '../text/unquote-path.ts';
import { isTouched } from './is-touched.ts';

/**
 * Id of a file that a commit of the snapshot changed, by its path or by the path in git's quotes, which is the only way
 * to type bytes that are not text. Undefined when there is no such file.
 */
export function findPath(snapshot: HistorySnapshot, path: RepositoryPath): number | undefined {
  const names = [path, unquotePath(path)].filter((name) => name !== undefined);
  // The index also has paths of commits outside of the snapshot.
  return names
    .map((name) => snapshot.pathId(name))
    .find((pathId) => pathId !== undefined && isTouched(snapshot, pathId));
}
