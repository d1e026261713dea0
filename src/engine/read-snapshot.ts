import type { CommitId } from '../model/commit.ts';
import type { GitReader } from '../ports/git-reader.ts';
import type { HistorySnapshot, RepositoryIndex } from '../ports/repository-index.ts';
import { followRenames, type RenameMap } from '../history/rename-map.ts';

/** A snapshot together with the files of its tree: what every answer about files needs. */
export interface FileView {
  readonly renames: RenameMap;
  /** Whether a path id is in the tree of the snapshot's commit. */
  readonly exists: (pathId: number) => boolean;
  readonly fileCount: number;
}

/** Reads the tree of the snapshot's commit from the index, or from git once and then keeps it. */
export async function readFileView(
  git: GitReader,
  index: RepositoryIndex,
  snapshot: HistorySnapshot,
): Promise<FileView> {
  const entries = snapshot.tree() ?? (await storeTree(git, index, snapshot.commit));
  const present = new Set<number>();
  for (const { path } of entries) {
    const id = snapshot.pathId(path);
    if (id !== undefined) present.add(id);
  }
  const exists = (pathId: number) => present.has(pathId);
  return { renames: followRenames(snapshot, exists), exists, fileCount: entries.length };
}

export async function storeTree(git: GitReader, index: RepositoryIndex, commit: CommitId) {
  const entries = await git.listTree(commit);
  index.storeTree(commit, entries);
  return entries;
}
