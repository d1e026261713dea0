import type { LearnedWeights, LocateStrengths } from '../model/answers/file-location.ts';
import type { CodeStructure, SymbolOutline } from '../model/code.ts';
import type { CommitId, CommitRecord, FileChange, TreeEntry, UnreadableCommit } from '../model/repository.ts';

/** How one commit's message refers to another commit. */
export type CommitRelation = 'reverts' | 'fixes' | 'cherry_picked_from' | 'mentions';

export interface CommitReference {
  readonly relation: CommitRelation;
  /** Full or abbreviated id, at least 7 hexadecimal digits. */
  readonly target: string;
}

export interface IssueReference {
  /** `#12`, `owner/name#12` or `PROJ-12`. */
  readonly issue: string;
  /** The message says that this commit closes the issue. */
  readonly closes: boolean;
}

/** A commit with the facts of its message: the unit that the index stores. */
export interface IndexedCommit {
  readonly record: CommitRecord;
  readonly terms: ReadonlyMap<string, number>;
  readonly issues: readonly IssueReference[];
  readonly references: readonly CommitReference[];
}

/** A commit as the index returns it; `ordinal` is its position in the index. */
export interface StoredCommit
  extends Pick<CommitRecord, 'id' | 'authoredAtMs' | 'committedAtMs' | 'author' | 'message'> {
  readonly ordinal: number;
}

/** Files of all commits in columns: commit `o` has the entries `offsets[o] … offsets[o + 1] - 1`. */
export interface ChangeColumns {
  readonly offsets: Uint32Array;
  readonly pathIds: Uint32Array;
  /** Path before a rename or copy, else {@link noPath}. */
  readonly previousPathIds: Uint32Array;
  /** Position in {@link changeStatuses}. */
  readonly statuses: Uint8Array;
}

export const noPath = 0xffff_ffff;

export const changeStatuses = ['added', 'modified', 'deleted', 'renamed', 'copied', 'type_changed'] as const;

/** One commit and its ancestors. Nothing later is visible, and term statistics cover only these commits. */
export interface HistorySnapshot {
  readonly commit: CommitId;
  readonly committedAtMs: number;
  readonly commitCount: number;
  /** All ordinals are below this number; not every ordinal belongs to the snapshot. */
  readonly ordinalCount: number;
  includes(ordinal: number): boolean;
  isMerge(ordinal: number): boolean;
  /** Committer time in milliseconds, by ordinal. */
  readonly times: Float64Array;
  /** Indexed terms in each commit's message, by ordinal. */
  readonly documentLengths: Uint16Array;
  readonly averageDocumentLength: number;
  readonly changes: ChangeColumns;
  postings(term: string): PostingList | undefined;
  ordinalOf(id: CommitId): number | undefined;
  /** The only commit of the snapshot whose id begins with `idPrefix`; undefined when there is none or several. */
  ordinalOfPrefix(idPrefix: string): number | undefined;
  /** Parents stored in the index, first parent first. */
  parentsOf(ordinal: number): readonly CommitId[];
  /** Ordinals of the parents; needs no read of the database. */
  parentOrdinalsOf(ordinal: number): readonly number[];
  stored(ordinal: number): StoredCommit;
  changesOf(ordinal: number): readonly FileChange[];
  path(pathId: number): string;
  pathId(path: string): number | undefined;
  /** All path ids are below this number. */
  readonly pathCount: number;
  /** Counts that need a scan of the whole snapshot. */
  count(): SnapshotCounts;
  /** Commits that name an issue, ascending by ordinal. */
  commitsOfIssue(issue: string): readonly { readonly ordinal: number; readonly closes: boolean }[];
  /** Commits that refer to this one. */
  commitsReferringTo(
    id: CommitId,
  ): readonly { readonly ordinal: number; readonly relation: CommitRelation }[];
  /** Paths of the snapshot's tree; undefined until {@link RepositoryIndex.storeTree} was called for the commit. */
  tree(): readonly TreeEntry[] | undefined;
  /** Ids of these paths, 0 for a path that no commit changed: read in a tenth of the time. */
  treePathIds(): Uint32Array | undefined;
  /** Later {@link pathId}s know them. @param ids of the paths, 0 for a path that had none */
  rememberPaths(paths: readonly string[], ids: Uint32Array): void;
  /**
   * Value made from this history as a whole, by a name that says how: another way of making it has another name. No
   * later commit changes it. Undefined where it is not kept.
   */
  kept(name: string): unknown;
  /** Keeps it for the next process, as JSON, where the index can be written. */
  keep(name: string, value: unknown): void;
}

export interface SnapshotCounts {
  readonly authors: number;
  readonly merges: number;
  /** Commits that name an issue. */
  readonly issueLinks: number;
  readonly reverts: number;
  readonly firstCommitAtMs: number;
  readonly lastCommitAtMs: number;
}

export interface IndexState {
  readonly commitCount: number;
  /** Commits whose whole history is indexed, newest first. */
  readonly heads: readonly CommitId[];
  /** Parents that the index lacks because the repository lacks them; at most the first thousand. */
  readonly missingParents: readonly CommitId[];
  /**
   * Commits that were stored without their parents, because a shallow clone ended there; at most the first thousand.
   */
  readonly cutCommits: readonly CommitId[];
  readonly unreadable: readonly UnreadableCommit[];
  readonly updatedAtMs?: number;
  readonly bytes: number;
  readonly path: string;
}

/**
 * Everything derived from one repository's git objects; can be deleted at any time. Reads are synchronous. May throw
 * HOME_NOT_WRITABLE, DISK_FULL, INDEX_BUSY, INDEX_CORRUPT.
 */
export interface RepositoryIndex extends CodeIndex, LearningIndex {
  /** False when the home is read-only: reads work, writes throw HOME_NOT_WRITABLE. */
  readonly writable: boolean;
  state(): IndexState;
  /** Ids that are not stored, in order. */
  unknown(ids: readonly CommitId[]): readonly CommitId[];
  /** Stores commits, parents before children, in one transaction. Commits already stored are skipped. */
  append(commits: readonly IndexedCommit[]): void;
  /** Records that all readable ancestors of `head` are stored, and optimises the index. */
  complete(head: CommitId, unreadable: readonly UnreadableCommit[]): void;
  /** Stores it where the index can be written; a tree can be read again. */
  storeTree(commit: CommitId, entries: readonly TreeEntry[]): void;
  /** @throws COMMIT_NOT_INDEXED */
  at(commit: CommitId): HistorySnapshot;
  /**
   * Makes the caller the only indexer of this repository until it releases the lease or ends; undefined while another holds it.
   * A lease only avoids double work: two writers cannot damage the index.
   */
  acquireLease(): IndexLease | undefined;
  /**
   * Checks every page of the index. Returns a description of the damage, or undefined. Takes seconds on a large index.
   */
  findDamage(): string | undefined;
  close(): void;
}

export interface IndexLease {
  release(): void;
}

/** Access to the index of one repository. */
export interface IndexStore {
  readonly path: string;
  /** The index if it exists in the current version; undefined otherwise. Opened once; creates nothing. */
  existing(): RepositoryIndex | undefined;
  /** The index, created when there is none. @throws HOME_NOT_WRITABLE, DISK_FULL, INDEX_BUSY, INDEX_CORRUPT */
  open(): RepositoryIndex;
  /** Closes and deletes the index. Given an index, deletes it only while no other process has replaced its file. */
  remove(index?: RepositoryIndex): void;
  /** Closes a damaged index and moves its files aside. Returns their new path. */
  setAside(): string;
  /** Path of a damaged index that was moved aside, if there is one. */
  aside(): string | undefined;
  close(): void;
}

/** Text that a search looks into: that of chunks, or the names that a file defines. */
export type CodeField = 'chunk' | 'definition';

/** Why the text of a file is not indexed. */
export type SkipReason = 'not_code' | 'vendored' | 'huge' | 'binary' | 'generated' | 'unreadable';

/** A blob with the facts read from it: the unit that the index stores, once for all paths it has. */
export interface IndexedBlob {
  readonly blobId: string;
  /** Set when the blob was not read. */
  readonly skipped?: SkipReason;
  readonly structure: CodeStructure;
  readonly chunks: readonly { readonly startLine: number; readonly terms: ReadonlyMap<string, number> }[];
  /** Terms of the names it defines, each name once. */
  readonly definitions: ReadonlyMap<string, number>;
  /** Its terms in text order, without compounds, as hashes (`text/hashes.ts`). */
  readonly tokens: Uint16Array;
}

/** The code part of a repository's index. It stores blobs, and a tree is read through the blobs it contains. */
export interface CodeIndex {
  /** Blobs that are not stored, each once. */
  unknownBlobs(blobIds: readonly string[]): readonly string[];
  /** Stores blobs in one transaction; blobs already stored are skipped. */
  appendBlobs(blobs: readonly IndexedBlob[]): void;
  /** Optimises the index after the last {@link appendBlobs} of a run. */
  completeBlobs(): void;
  /** The code of a tree: those of its entries whose blobs are stored, after files that were looked up before. */
  code(entries: readonly TreeEntry[], known?: KnownCode): CodeSnapshot;
}

/** A file of a tree whose blob is indexed. Several paths may share a blob. */
export interface CodeFile {
  readonly path: string;
  /** Ordinal of its blob in the index. */
  readonly blob: number;
}

/** Files of a tree as they were looked up: an index gives no other ordinals to blobs that it stores. */
export type KnownCode = Pick<CodeSnapshot, 'files' | 'skippedFiles'>;

/** The code of one tree. Documents of the field `chunk` are chunks, those of `definition` blobs, by ordinal. */
export interface CodeSnapshot {
  /** Files of the tree whose blobs were read. */
  readonly files: readonly CodeFile[];
  /** Files whose blobs were skipped, with the reason. */
  readonly skippedFiles: readonly (readonly [path: string, reason: SkipReason])[];
  /** How many of them, by reason. */
  readonly skipped: ReadonlyMap<SkipReason, number>;
  /** Number of files whose blobs are not stored. */
  readonly unread: number;
  /** Blob ordinal of each chunk, by chunk ordinal, including chunks outside the tree. */
  readonly chunkBlobs: Uint32Array;
  readonly chunkStartLines: Uint32Array;
  /** Terms in each chunk, by chunk ordinal. */
  readonly chunkLengths: Uint16Array;
  /** Terms of the names each blob defines, by blob ordinal. */
  readonly definitionLengths: Uint16Array;
  /** Terms in each blob, by blob ordinal. */
  readonly blobLengths: Uint32Array;
  /** Chunks and blobs of the tree, and how long they are on average. */
  readonly chunkCount: number;
  readonly averageChunkLength: number;
  readonly blobCount: number;
  readonly averageBlobLength: number;
  readonly averageDefinitionLength: number;
  /**
   * Subtokens of all blobs in sequence, as 16-bit hashes (`text/hashes.ts`); those of blob `b` begin at
   * `tokenOffsets[b]`.
   */
  readonly tokens: Uint16Array;
  readonly tokenOffsets: Uint32Array;
  /** Documents of the tree that hold a term. */
  postings(field: CodeField, term: string): PostingList | undefined;
  blobIdOf(blob: number): string;
  structureOf(blob: number): CodeStructure;
  /** Outlines of the symbols in {@link structureOf}; much cheaper to read. */
  outlineOf(blob: number): readonly SymbolOutline[];
}

/** A past fix as a training example: the features of its candidate files, and which of them it changed. */
export interface FixExample {
  /** Rows of feature values, one row for each candidate file. */
  readonly rows: Float64Array;
  /** Positions of the candidates that it changed. */
  readonly right: readonly number[];
  /** Number of files that it changed, including those that are not candidates. */
  readonly answerCount: number;
  readonly strengths: LocateStrengths;
}

/**
 * Results of `learn`, from a repository's own fixes. Every read and write names a version of the features and weights.
 * Reads ignore data of other versions, and the next write deletes it.
 */
export interface LearningIndex {
  /** Stored examples of the given fixes. */
  fixExamples(version: string, fixes: readonly CommitId[]): ReadonlyMap<CommitId, FixExample>;
  keepFixExamples(version: string, examples: ReadonlyMap<CommitId, FixExample>): void;
  learnedWeights(version: string): LearnedWeights | undefined;
  keepLearnedWeights(version: string, learned: LearnedWeights): void;
  /** @returns whether there were any */
  forgetLearnedWeights(): boolean;
}

/** Occurrences of a term, ascending by ordinal. Both arrays have one entry for each document. */
export interface PostingList {
  readonly ordinals: Uint32Array;
  readonly frequencies: Uint16Array;
}
