import type { CommitId, CommitRecord, FileChange, TreeEntry, UnreadableCommit } from '../model/repository.ts';
import type { CodeIndex } from './code-index.ts';
import type { LearningIndex } from './learning-index.ts';
import type { PostingList } from './posting-list.ts';

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

/** A commit with what was read from its message: the unit that the index stores. */
export interface IndexedCommit {
  readonly record: CommitRecord;
  readonly terms: ReadonlyMap<string, number>;
  readonly issues: readonly IssueReference[];
  readonly references: readonly CommitReference[];
}

/** A commit as the index returns it; `ordinal` is its position in the index. */
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

/** One commit and its ancestors. Nothing later is visible, and term statistics cover only these commits. */
export interface HistorySnapshot {
  readonly commit: CommitId;
  readonly committedAtMs: number;
  /** Number of commits in the snapshot. */
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
  /** Those of `ids` that are not stored, in order. */
  unknown(ids: readonly CommitId[]): readonly CommitId[];
  /** Stores commits, parents before children, in one transaction. Commits already stored are skipped. */
  append(commits: readonly IndexedCommit[]): void;
  /** Records that all readable ancestors of `head` are stored, and optimises the index. */
  complete(head: CommitId, unreadable: readonly UnreadableCommit[]): void;
  storeTree(commit: CommitId, entries: readonly TreeEntry[]): void;
  /** @throws COMMIT_NOT_INDEXED */
  at(commit: CommitId): HistorySnapshot;
  /**
   * Makes the caller the only indexer of this repository until the lease is released or expires; undefined while
   * another process holds it. Every {@link append} renews it. A lease only avoids double work: two writers cannot
   * damage the index.
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
