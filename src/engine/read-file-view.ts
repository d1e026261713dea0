import type { TreeEntry } from '../model/commit.ts';
import type { GitReader } from '../ports/git-reader.ts';
import type { HistorySnapshot, RepositoryIndex } from '../ports/repository-index.ts';
import { followRenames, type RenameMap } from '../history/rename-map.ts';

/** Which files there are at a snapshot's commit, and what they were called before. */
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
  const present = new Set<number>();
  for (const { path } of await readTree(git, index, snapshot)) {
    const id = snapshot.pathId(path);
    if (id !== undefined) present.add(id);
  }
  const exists = (pathId: number) => present.has(pathId);
  return { renames: followRenames(snapshot, exists), exists };
}

/** The tree of the snapshot's commit: from the index, or from git once, to be kept where the index can be written. */
export async function readTree(
  git: GitReader,
  index: RepositoryIndex,
  snapshot: HistorySnapshot,
): Promise<readonly TreeEntry[]> {
  const kept = snapshot.tree();
  if (kept !== undefined) return kept;
  const entries = await git.listTree(snapshot.commit);
  if (index.writable) index.storeTree(snapshot.commit, entries);
  return entries;
}
