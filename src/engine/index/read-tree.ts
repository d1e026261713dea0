import { type ErrorCode, isAfterwitError } from '../../model/errors.ts';
import type { TreeEntry } from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { HistorySnapshot, RepositoryIndex } from '../../ports/repository-index.ts';

/**
 * The tree of the snapshot's commit: from the index, or else from git, and then stored if the index is writable.
 * Undefined when the clone lacks the tree; callers then treat every path that was ever changed as present.
 */
export async function readTree(
  git: GitReader,
  index: RepositoryIndex,
  snapshot: HistorySnapshot,
): Promise<readonly TreeEntry[] | undefined> {
  const kept = snapshot.tree();
  if (kept !== undefined) return kept;
  try {
    const entries = await git.listTree(snapshot.commit);
    keepTree(index, snapshot, entries);
    return entries;
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'UNREADABLE_REPOSITORY') return undefined;
    throw fault;
  }
}

/** Stores the tree as a cache. Errors are ignored: a full disk or a busy index must not fail an answer. */
function keepTree(index: RepositoryIndex, snapshot: HistorySnapshot, entries: readonly TreeEntry[]): void {
  if (!index.writable) return;
  try {
    index.storeTree(snapshot.commit, entries);
  } catch (fault) {
    if (!isAfterwitError(fault) || !dispensable.has(fault.code)) throw fault;
  }
}

const dispensable: ReadonlySet<ErrorCode> = new Set(['DISK_FULL', 'HOME_NOT_WRITABLE', 'INDEX_BUSY']);
