import type { CommitId, CommitRecord, FileChange, TreeEntry, UnreadableCommit } from '../model/commit.ts';
import type { CodeIndex } from './code-index.ts';
import type { LearningIndex } from './learning-index.ts';
import type { PostingList } from './posting-list.ts';

/** How one commit points at another. */
export type CommitRelation = 'reverts' | 'fixes' | 'cherry_picked_from' | 'mentions';

export interface CommitReference {
  readonly relation: CommitRelation;
  /** Full or abbreviated id, at least 7 hexadecimal digits. */
  readonly target: string;
}

export interface IssueReference {
  /** `#12`, `owner/name#12` or `PROJ-12`. */
  readonly issue: string;
  /** The message says that the issue is settled by this commit. */
  readonly closes: boolean;
}

/** A commit with what was read out of its message: the unit the index stores. */
export interface IndexedCommit {
  readonly record: CommitRecord;
  readonly terms: ReadonlyMap<string, number>;
  readonly issues: readonly IssueReference[];
  readonly references: readonly CommitReference[];
}

/** A commit as the index gives it back; its place in the index is `ordinal`. */
export interface StoredCommit {
  readonly ordinal: number;
  readonly id: CommitId;
  readonly authoredAtMs: number;
  readonly committedAtMs: number;
  readonly author: string;
  readonly message: string;
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

/** The history that one commit can see: itself and its ancestors. Nothing later leaks in, term statistics included. */
export interface HistorySnapshot {
  readonly commit: CommitId;
  readonly committedAtMs: number;
  /** Number of commits in the snapshot. */
  readonly commitCount: number;
  /** Ordinals are below this; not every one belongs to the snapshot. */
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
  /** The one commit of the snapshot whose id starts so; undefined when there is none or several. */
  ordinalOfPrefix(idPrefix: string): number | undefined;
  /** Parents that the index holds, first parent first. */
  parentsOf(ordinal: number): readonly CommitId[];
  /** The same as ordinals, which costs no look into the index. */
  parentOrdinalsOf(ordinal: number): readonly number[];
  stored(ordinal: number): StoredCommit;
  changesOf(ordinal: number): readonly FileChange[];
  path(pathId: number): string;
  pathId(path: string): number | undefined;
  /** Path ids are below this. */
  readonly pathCount: number;
  /** Numbers that take a scan of the whole snapshot. */
  count(): SnapshotCounts;
  /** Commits that name an issue, ascending by ordinal. */
  commitsOfIssue(issue: string): readonly { readonly ordinal: number; readonly closes: boolean }[];
  /** Commits that point at this one. */
  commitsReferringTo(
    id: CommitId,
  ): readonly { readonly ordinal: number; readonly relation: CommitRelation }[];
  /** Paths of the snapshot's tree; undefined until {@link RepositoryIndex.storeTree} was called for the commit. */
  tree(): readonly TreeEntry[] | undefined;
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
  /** Parents that the index does not hold, because the repository lacks them; the first thousand. */
  readonly missingParents: readonly CommitId[];
  /** Commits that were stored without their parents, because a shallow clone ended there; the first thousand. */
  readonly cutCommits: readonly CommitId[];
  readonly unreadable: readonly UnreadableCommit[];
  readonly updatedAtMs?: number;
  readonly bytes: number;
  readonly path: string;
}

/**
 * All that is derived from one repository's git objects; can be deleted at any time. Reads are synchronous.
 * May throw HOME_NOT_WRITABLE, DISK_FULL, INDEX_BUSY, INDEX_CORRUPT.
 */
export interface RepositoryIndex extends CodeIndex, LearningIndex {
  /** False where the home is read-only: reads go on, writes throw HOME_NOT_WRITABLE. */
  readonly writable: boolean;
  state(): IndexState;
  /** Those of `ids` that are not stored, in order. */
  unknown(ids: readonly CommitId[]): readonly CommitId[];
  /** Stores commits, parents before children, in one transaction. Commits already stored are passed over. */
  append(commits: readonly IndexedCommit[]): void;
  /** All ancestors of `head` that can be read are stored now. Also tidies the index up. */
  complete(head: CommitId, unreadable: readonly UnreadableCommit[]): void;
  storeTree(commit: CommitId, entries: readonly TreeEntry[]): void;
  /** @throws COMMIT_NOT_INDEXED */
  at(commit: CommitId): HistorySnapshot;
  /**
   * Makes the caller the one indexer of this repository until released or expired; undefined while another one is.
   * Renewed by every {@link append}. A lease only saves work: two writers cannot harm the index.
   */
  acquireLease(): IndexLease | undefined;
  /** Checks every page of the index; what is wrong, in words, or undefined. Takes seconds on a large index. */
  findDamage(): string | undefined;
  close(): void;
}

export interface IndexLease {
  release(): void;
}

/** Gives access to the index of one repository, wherever it is kept. */
export interface IndexStore {
  readonly path: string;
  /** The index, opened once; undefined when it was never built or is of another version. Creates nothing. */
  existing(): RepositoryIndex | undefined;
  /** The index, made when there is none. @throws HOME_NOT_WRITABLE, DISK_FULL, INDEX_BUSY, INDEX_CORRUPT */
  open(): RepositoryIndex;
  /** Closes and deletes the index; when one is given, only while no other process has put another in its place. */
  remove(index?: RepositoryIndex): void;
  /** Closes a damaged index and puts its files out of the way. Returns where they are now. */
  setAside(): string;
  /** Where a damaged index was put, if one is still kept. */
  aside(): string | undefined;
  close(): void;
}
