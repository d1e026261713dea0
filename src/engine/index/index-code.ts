import { indexBlob, readStructure, skipByContent, skipByPath } from '../../codebase/index-blob.ts';
import type { CodebaseSettings } from '../../codebase/options.ts';
import type { IndexProgress } from '../../model/answers/memory-status.ts';
import { noStructure } from '../../model/code.ts';
import { isAfterwitError } from '../../model/errors.ts';
import type { TreeEntry } from '../../model/repository.ts';
import type { BlobContent, GitReader } from '../../ports/git-reader.ts';
import type {
  HistorySnapshot,
  IndexedBlob,
  RepositoryIndex,
  SkipReason,
} from '../../ports/repository-index.ts';
import type { SyntaxParser } from '../../ports/syntax-parser.ts';

export interface IndexCodeRequest {
  readonly git: Pick<GitReader, 'readBlobs'>;
  readonly index: RepositoryIndex;
  readonly parser: SyntaxParser;
  readonly settings: CodebaseSettings;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Texts given to the parser at the same time, enough to keep its threads busy. */
const mostPending = 16;
/** Size of a batch: limits both the work lost by an interruption and the memory used. */
const batchCharacters = 1_000_000;

export function codeEntries(entries: readonly TreeEntry[]): readonly TreeEntry[] {
  return sortEntries(entries).code;
}

/** The same, and how many more are code that is not this project's own. */
export function sortEntries(entries: readonly TreeEntry[]) {
  const code: TreeEntry[] = [];
  let vendored = 0;
  for (const entry of entries) {
    const reason = skipByPath(entry.path, entry.mode);
    if (reason === undefined) code.push(entry);
    else if (reason === 'vendored') vendored++;
  }
  return { code, vendored };
}

/**
 * Reads the code of a tree into the index: each unknown blob once, in batches of one transaction each.
 * @param entries as {@link codeEntries} gives them
 * @throws INTERRUPTED; stored batches are kept
 */
export async function indexCode(request: IndexCodeRequest, entries: readonly TreeEntry[]): Promise<void> {
  const { git, index, settings, onProgress, signal } = request;
  const unknown = index.unknownBlobs(entries.map(({ blobId }) => blobId));
  if (unknown.length === 0) return;
  const paths = new Map(entries.map(({ blobId, path }) => [blobId, path]));
  const pending: Promise<ReadBlob>[] = [];
  const batch = startBatch(index);
  let done = 0;
  const takeOldest = async () => {
    const blob = await pending.shift();
    if (blob !== undefined) batch.add(toIndexed(blob), blob.text.length);
    onProgress?.({ phase: 'code', done: ++done, total: unknown.length });
  };
  const contents = git.readBlobs(unknown, settings.largestFileBytes + 1, { signal });
  for await (const content of contents) {
    pending.push(readBlob(request, paths.get(content.id) ?? '', content));
    if (pending.length >= mostPending) await takeOldest();
  }
  while (pending.length > 0) await takeOldest();
  batch.flush();
  index.completeBlobs();
}

interface ReadBlob {
  readonly id: string;
  readonly text: string;
  readonly skipped?: SkipReason;
  readonly structure: IndexedBlob['structure'];
}

async function readBlob(
  { parser, settings }: IndexCodeRequest,
  path: string,
  { id, bytes }: BlobContent,
): Promise<ReadBlob> {
  const skipped = bytes === undefined ? 'unreadable' : skipByContent(path, bytes, settings);
  if (bytes === undefined || skipped !== undefined) {
    return { id, text: '', structure: noStructure, skipped: skipped ?? 'unreadable' };
  }
  const text = new TextDecoder().decode(bytes);
  return { id, text, structure: await readStructure(parser, path, text) };
}

function toIndexed({ id, text, structure, skipped }: ReadBlob): IndexedBlob {
  if (skipped === undefined) return indexBlob(id, text, structure);
  return { blobId: id, skipped, structure, chunks: [], definitions: new Map(), tokens: new Uint16Array() };
}

function startBatch(index: RepositoryIndex) {
  let blobs: IndexedBlob[] = [];
  let characters = 0;
  const flush = () => {
    index.appendBlobs(blobs);
    blobs = [];
    characters = 0;
  };
  return {
    flush,
    add(blob: IndexedBlob, length: number) {
      blobs.push(blob);
      characters += length;
      if (characters >= batchCharacters) flush();
    },
  };
}

/**
 * The tree of the snapshot's commit: from the index, or else from git, and then stored.
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
    if (index.writable) index.storeTree(snapshot.commit, entries);
    return entries;
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'UNREADABLE_REPOSITORY') return undefined;
    throw fault;
  }
}
