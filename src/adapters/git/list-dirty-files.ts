import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryLocation, RepositoryPath } from '../../model/repository.ts';
import type { DirtyFile } from '../../ports/git-reader.ts';
import { compareWithDisk } from './compare-with-disk.ts';
import type { Git } from './git.ts';
import { interrupted } from './git-failure.ts';
import { listIndexEntries } from './list-index-entries.ts';
import { listStagedChanges, type StagedChange } from './list-staged-changes.ts';

interface DirtyFilesRequest {
  readonly location: RepositoryLocation;
  /** Git that reads this index and, but for objects, nothing else of the repository. */
  openIndex(indexFile: string): Git;
  /** More of a file than this is not returned. */
  readonly keepBytes: number;
  /** Files that are asked about; of a tree, half is no code, and each costs a look at the disk. */
  readonly concerns: (path: RepositoryPath) => boolean;
  readonly signal: AbortSignal | undefined;
}

const longestIndexBytes = 268_435_456;
const longestTurnMs = 20;
const regularFileModes = new Set(['100644', '100755']);

/**
 * Compares the index with HEAD, and the working tree with the index. Git does the first and lists the index; it is never
 * asked about the working tree, for then it runs the filters and monitors that a repository names.
 */
export async function listDirtyFiles(request: DirtyFilesRequest): Promise<readonly DirtyFile[]> {
  const { location, signal } = request;
  const { worktree } = location;
  if (worktree === undefined) return [];
  const indexFile = join(location.gitDirectory, 'index');
  // Read the index's times before git reads it, so that a file changed from now on counts as newer than the index.
  const index = statsOfIndex(location.gitDirectory, indexFile);
  if (index === undefined) return [];
  const git = request.openIndex(indexFile);
  const [entries, staged] = await Promise.all([
    listIndexEntries(git, signal),
    location.head === undefined ? undefined : listStagedChanges(git, location.head, signal),
  ]);
  if (entries === undefined) return [];
  const compare = compareWithDisk({
    worktree,
    objectFormat: location.objectFormat,
    indexWrittenAtMs: index.mtimeMs,
    keepBytes: request.keepBytes,
  });
  const dirty: DirtyFile[] = staged === undefined ? [] : removedFiles(staged, request.concerns);
  let turnEndsAtMs = performance.now() + longestTurnMs;
  for (const entry of entries) {
    if (!request.concerns(entry.path)) continue;
    if (entry.blobId !== undefined && !regularFileModes.has(entry.mode)) continue;
    const found = compare(entry, headSideOf(entry.path, staged));
    if (found !== undefined) dirty.push(found);
    if (performance.now() < turnEndsAtMs) continue;
    await nextTurn();
    if (signal?.aborted === true) throw interrupted(signal);
    turnEndsAtMs = performance.now() + longestTurnMs;
  }
  return dirty.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Checks the index file, because a pipe would block git and an oversized file cannot be an index. The second part of a
 * split index is in a file beside it.
 */
function statsOfIndex(gitDirectory: string, indexFile: string): Stats | undefined {
  try {
    const parts = readdirSync(gitDirectory).filter((name) => name.startsWith('sharedindex.'));
    const [index, ...shared] = [indexFile, ...parts.map((name) => join(gitDirectory, name))].map((file) =>
      lstatSync(file),
    );
    const isReadable = [index, ...shared].every(
      (stats) => stats?.isFile() === true && stats.size <= longestIndexBytes,
    );
    return isReadable ? index : undefined;
  } catch {
    return undefined;
  }
}

/** Files of HEAD that the index has no more, whether or not they still lie about untracked. */
function removedFiles(
  staged: ReadonlyMap<RepositoryPath, StagedChange>,
  concerns: DirtyFilesRequest['concerns'],
): DirtyFile[] {
  return [...staged]
    .filter(
      ([path, { commitMode, isRemoved }]) => isRemoved && regularFileModes.has(commitMode) && concerns(path),
    )
    .map(([path]) => ({ path, state: 'deleted' }));
}

/**
 * The file's side in HEAD. Links and submodules do not count as files. Without a HEAD there is none; if HEAD cannot be
 * compared, it is assumed to equal the index.
 */
function headSideOf(path: RepositoryPath, staged: ReadonlyMap<RepositoryPath, StagedChange> | undefined) {
  if (staged === undefined) return { hasFile: false, isOther: true };
  const change = staged.get(path);
  if (change === undefined) return { hasFile: true, isOther: false };
  return { hasFile: regularFileModes.has(change.commitMode), isOther: change.hasOtherContent };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
