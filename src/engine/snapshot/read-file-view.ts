import { followRenames, type RenameMap } from '../../history/rename-map.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { HistorySnapshot, RepositoryIndex } from '../../ports/repository-index.ts';
import { readTree } from '../index/read-tree.ts';

/** The files of a snapshot's commit, with their earlier names. */
export interface FileView {
  readonly renames: RenameMap;
  /** Whether a path id is in the tree of the snapshot's commit. */
  readonly exists: (pathId: number) => boolean;
}

export async function readFileView(
  git: GitReader,
  index: RepositoryIndex,
  snapshot: HistorySnapshot,
): Promise<FileView> {
  const tree = await readTree(git, index, snapshot);
  const present = new Set(tree?.map(({ path }) => snapshot.pathId(path)));
  const exists = (pathId: number) => tree === undefined || present.has(pathId);
  return { renames: followRenames(snapshot, exists), exists };
}
