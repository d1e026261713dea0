import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryLocation, RepositoryPath } from '../../model/repository.ts';
import type { DirtyFile } from '../../ports/git-reader.ts';
import { readRegularFile } from '../system/regular-file.ts';
import type { Git } from './git.ts';
import { interrupted } from './git-process.ts';
import { type IndexChange, listStagedChanges, listUnstagedChanges } from './raw-diff.ts';
import { hashBlob } from './read-objects.ts';
import { lookAtWorktree } from './working-tree.ts';

interface DirtyFilesRequest {
  readonly location: RepositoryLocation;
  /** Git that reads this index, compares it with the working tree and, but for objects, reads nothing else of the repository. */
  openIndex(indexFile: string): Git;
  /** More of a file than this is not returned. */
  readonly keepBytes: number;
  /** Files that are asked about; of a tree, half is no code, and each costs a look at the disk. */
  readonly concerns: (path: RepositoryPath) => boolean;
  readonly signal: AbortSignal | undefined;
}

const longestIndexBytes = 268_435_456;
const longestHashedBytes = 16_777_216;
/** Limit over all files together, because a whole tree may have been rewritten. */
const mostHeldBytes = 134_217_728;
const filesInTurn = 50;
const regularFileModes = new Set(['100644', '100755']);
/** Links and submodules. */
const otherModes = new Set(['120000', '160000']);
/** The tree of no file, which git knows by heart. */
const emptyTrees = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const;

/**
 * Compares the index with HEAD, and the working tree with the index. Git does both under the shim's empty config, so that
 * it knows no filter or monitor that the repository names. It says which files have another time or size than the index
 * noted; those are read here, for their content may be the same.
 */
export async function listDirtyFiles(request: DirtyFilesRequest): Promise<readonly DirtyFile[]> {
  const { location, signal } = request;
  const indexFile = join(location.gitDirectory, 'index');
  if (location.worktree === undefined || !isReadableIndex(location.gitDirectory, indexFile)) return [];
  const git = request.openIndex(indexFile);
  const [unstaged, staged] = await Promise.all([
    listUnstagedChanges(git, signal),
    listStagedChanges(git, location.head ?? emptyTrees[location.objectFormat], signal),
  ]);
  if (unstaged === undefined) return [];
  const read = readWithin(location, request.keepBytes);
  const dirty: DirtyFile[] = [];
  let looked = 0;
  for (const path of new Set([...staged.keys(), ...unstaged.keys()])) {
    if (!request.concerns(path)) continue;
    const found = read(path, { staged: staged.get(path), unstaged: unstaged.get(path) });
    if (found !== undefined) dirty.push(found);
    if (++looked % filesInTurn !== 0) continue;
    await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted === true) throw interrupted(signal);
  }
  return dirty.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Checks the index file, because a pipe would block git and an oversized file cannot be an index. The second part of a
 * split index is in a file beside it.
 */
function isReadableIndex(gitDirectory: string, indexFile: string): boolean {
  try {
    const parts = readdirSync(gitDirectory).filter((name) => name.startsWith('sharedindex.'));
    return [indexFile, ...parts.map((name) => join(gitDirectory, name))].every((file) => {
      const stats = lstatSync(file);
      return stats.isFile() && stats.size <= longestIndexBytes;
    });
  } catch {
    return false;
  }
}

interface IndexSides {
  /** From HEAD to the index. */
  readonly staged: IndexChange | undefined;
  /** From the index to the disk. */
  readonly unstaged: IndexChange | undefined;
}

/** How a file differs from HEAD; undefined when it does not, or is no file. */
function readWithin(
  { worktree = '', objectFormat }: RepositoryLocation,
  keepBytes: number,
): (path: RepositoryPath, sides: IndexSides) => DirtyFile | undefined {
  const look = lookAtWorktree(worktree);
  let heldBytes = 0;
  const keep = (content: Buffer): Pick<DirtyFile, 'bytes'> => {
    const length = Math.min(content.length, keepBytes);
    if (heldBytes + length > mostHeldBytes) return {};
    heldBytes += length;
    // A copy: a view would hold on to the whole.
    return { bytes: new Uint8Array(content.subarray(0, length)) };
  };
  return (path, sides) => {
    const { staged, unstaged } = sides;
    // Without a staged change, HEAD has what the index has.
    const isInHead = regularFileModes.has((staged ?? unstaged)?.oldMode ?? '');
    const deleted = isInHead ? ({ path, state: 'deleted' } as const) : undefined;
    // Whether or not it still lies about untracked.
    if (staged?.status === 'deleted') return deleted;
    if (otherModes.has(staged?.mode ?? unstaged?.oldMode ?? '')) return undefined;
    const place = look(path);
    if (place.kind === 'absent' && unstaged !== undefined) return deleted;
    if (place.kind !== 'file') return undefined;
    const file = { path, state: isInHead ? 'modified' : 'added' } as const;
    if (place.stats.size > longestHashedBytes) return file;
    const content = readRegularFile(place.path, longestHashedBytes);
    const other = content && otherThanInHead(content, sides, objectFormat);
    return other && { ...file, blobId: other.blobId, ...keep(other.content) };
  };
}

/** Undefined when HEAD has the same content. */
function otherThanInHead(
  content: Buffer,
  { staged, unstaged }: IndexSides,
  objectFormat: RepositoryLocation['objectFormat'],
) {
  const blobId = hashBlob(objectFormat, content);
  const isStaged = staged !== undefined && staged.oldBlobId !== staged.blobId;
  const known = unstaged?.oldBlobId ?? blobId;
  const isSame = known === blobId || known === hashAsCheckedIn(objectFormat, content);
  return isSame && !isStaged ? undefined : { blobId, content };
}

/** A checkout may have turned line breaks into CRLF (`core.autocrlf`), which git undoes before it compares. */
function hashAsCheckedIn(objectFormat: RepositoryLocation['objectFormat'], content: Buffer): string {
  if (!content.includes('\r\n')) return '';
  return hashBlob(objectFormat, Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'));
}
