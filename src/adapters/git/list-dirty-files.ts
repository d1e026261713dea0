import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryLocation, RepositoryPath } from '../../model/repository.ts';
import type { DirtyFile } from '../../ports/git-reader.ts';
import { readRegularFile } from '../system/regular-file.ts';
import type { Git } from './git.ts';
import { interrupted } from './git-process.ts';
import { type IndexEntry, type IndexStats, listIndexEntries } from './list-index-entries.ts';
import { listStagedChanges, type StagedChange } from './raw-diff.ts';
import { hashBlob } from './read-objects.ts';
import { lookAtWorktree, type WorktreeFile } from './working-tree.ts';

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

interface WorktreeComparison {
  readonly worktree: string;
  readonly objectFormat: RepositoryLocation['objectFormat'];
  readonly indexWrittenAtMs: number;
  /** More of a file than this is not returned. */
  readonly keepBytes: number;
}

/** HEAD's side of a file of the index. */
interface HeadSide {
  readonly hasFile: boolean;
  /** Its content is not that of the index. */
  readonly isOther: boolean;
}

const longestHashedBytes = 16_777_216;
/** Limit over all files together, because a whole tree may have been rewritten. */
const mostHeldBytes = 134_217_728;
const uint32 = 0x1_0000_0000;

/** How a file of the index changed on disk; undefined when it did not. */
function compareWithDisk(
  comparison: WorktreeComparison,
): (entry: IndexEntry, head: HeadSide) => DirtyFile | undefined {
  const look = lookAtWorktree(comparison.worktree);
  const keep = keepBeginnings(comparison.keepBytes);
  return (entry, head) => {
    const { path } = entry;
    const place = look(path);
    if (place.kind === 'file') {
      const change = changeOnDisk(place, entry, head, comparison);
      if (change === undefined) return undefined;
      const file = { path, state: head.hasFile ? 'modified' : 'added' } as const;
      return change.content === undefined
        ? file
        : { ...file, blobId: change.blobId, ...keep(change.content) };
    }
    const isDeleted = place.kind === 'absent' && head.hasFile && !entry.isSkipped;
    return isDeleted ? { path, state: 'deleted' } : undefined;
  };
}

/**
 * The change on disk; undefined when there is none or it cannot be determined; without content when the file is too
 * large.
 */
function changeOnDisk(
  place: WorktreeFile,
  entry: IndexEntry,
  head: HeadSide,
  { objectFormat, indexWrittenAtMs }: WorktreeComparison,
): { readonly blobId: string; readonly content: Buffer } | { readonly content?: never } | undefined {
  const mayBeClean = !head.isOther;
  if (mayBeClean && isUntouched(place.stats, entry.stats, indexWrittenAtMs)) return undefined;
  if (place.stats.size > longestHashedBytes) {
    return mayBeClean && !hasOtherSize(place.stats, entry.stats) ? undefined : {};
  }
  const content = readRegularFile(place.path, longestHashedBytes);
  if (content === undefined) return undefined;
  const blobId = hashBlob(objectFormat, content);
  const isClean =
    mayBeClean && (blobId === entry.blobId || hashAsCheckedIn(objectFormat, content) === entry.blobId);
  return isClean ? undefined : { blobId, content };
}

function keepBeginnings(keepBytes: number): (content: Buffer) => Pick<DirtyFile, 'bytes'> {
  let heldBytes = 0;
  return (content) => {
    const length = Math.min(content.length, keepBytes);
    if (heldBytes + length > mostHeldBytes) return {};
    heldBytes += length;
    // A copy: a view would hold on to the whole.
    return { bytes: new Uint8Array(content.subarray(0, length)) };
  };
}

/**
 * Whether size and time equal those in the index, and the time is before the index was written: a later time could hide
 * a change. Times as numbers tell 240 ns apart: less than git needs to look at a file between two changes of it.
 */
function isUntouched(stats: Stats, noted: IndexStats | undefined, indexWrittenAtMs: number): boolean {
  if (noted === undefined || stats.size % uint32 !== noted.sizeBytes) return false;
  const { modifiedAtSeconds, modifiedAtNanoseconds } = noted;
  if (modifiedAtNanoseconds === 0)
    return (
      Math.floor(stats.mtimeMs / 1_000) === modifiedAtSeconds &&
      modifiedAtSeconds < Math.floor(indexWrittenAtMs / 1_000)
    );
  return (
    stats.mtimeMs === modifiedAtSeconds * 1_000 + modifiedAtNanoseconds / 1_000_000 &&
    stats.mtimeMs < indexWrittenAtMs
  );
}

/** Size 0 stands for a size that git has not noted. */
function hasOtherSize(stats: Stats, noted: IndexStats | undefined): boolean {
  if (noted === undefined || noted.sizeBytes === 0) return false;
  return stats.size % uint32 !== noted.sizeBytes;
}

/** A checkout may have turned line breaks into CRLF (`core.autocrlf`), which git undoes before it compares. */
function hashAsCheckedIn(objectFormat: RepositoryLocation['objectFormat'], content: Buffer): string {
  if (!content.includes('\r\n')) return '';
  return hashBlob(objectFormat, Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'));
}
