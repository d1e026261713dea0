import type { Stats } from 'node:fs';
import type { RepositoryLocation } from '../../model/repository.ts';
import type { DirtyFile } from '../../ports/git-reader.ts';
import { hashBlob } from './hash-blob.ts';
import type { IndexEntry, IndexStats } from './list-index-entries.ts';
import { lookAtWorktree, type WorktreeFile } from './look-at-worktree.ts';
import { readRegularFile } from './read-regular-file.ts';

interface WorktreeComparison {
  readonly worktree: string;
  readonly objectFormat: RepositoryLocation['objectFormat'];
  readonly indexWrittenAtMs: number;
  /** More of a file than this is not returned. */
  readonly keepBytes: number;
}

/** What HEAD has where the index has a file. */
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
export function compareWithDisk(
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

/** Size 0 stands for one that git has not noted. */
function hasOtherSize(stats: Stats, noted: IndexStats | undefined): boolean {
  if (noted === undefined || noted.sizeBytes === 0) return false;
  return stats.size % uint32 !== noted.sizeBytes;
}

/** A checkout may have turned line breaks into CRLF (`core.autocrlf`), which git undoes before it compares. */
function hashAsCheckedIn(objectFormat: RepositoryLocation['objectFormat'], content: Buffer): string {
  if (!content.includes('\r\n')) return '';
  return hashBlob(objectFormat, Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'));
}
