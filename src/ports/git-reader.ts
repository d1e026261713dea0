import type {
  CommitId,
  CommitPatch,
  CommitRecord,
  RepositoryPath,
  TreeEntry,
  UnreadableCommit,
} from '../model/commit.ts';
import type { RepositoryEvidence, RepositoryLocation } from '../model/repository.ts';

export interface CommitListing {
  /** Commits not yet known, parents before children. */
  readonly ids: readonly CommitId[];
  /** Commits whose object is missing or broken; what lies behind them could not be reached. */
  readonly unreadable: readonly UnreadableCommit[];
}

export interface BlobContent {
  readonly id: string;
  /** Size of the whole blob; 0 when it cannot be read. */
  readonly sizeBytes: number;
  /** Undefined when the object is missing, broken or no blob. */
  readonly bytes: Uint8Array | undefined;
}

/** A tracked file of the working tree that is not as HEAD has it. */
export interface DirtyFile {
  readonly path: RepositoryPath;
  /** Compared to HEAD; a new file is told of once it is staged. */
  readonly state: 'modified' | 'added' | 'deleted';
  /** Id of the content on disk, as a blob. Absent when the file is deleted or too large to be hashed. */
  readonly blobId?: string;
  /** Beginning of the content on disk. Absent without a `blobId`, and once many megabytes are held already. */
  readonly bytes?: Uint8Array;
}

export interface PatchLimits {
  /** Bytes of patch text kept for one file. */
  readonly fileBytes: number;
  /** Bytes of patch text kept for the whole commit. */
  readonly totalBytes: number;
}

/**
 * Reads one repository. Never runs anything the repository names, never fetches, never writes into it.
 * Every method may throw `GIT_NOT_FOUND`, `GIT_FAILED`, `GIT_TIMEOUT`, `UNREADABLE_REPOSITORY`, and `INTERRUPTED` when
 * its signal is aborted.
 */
export interface GitReader {
  readonly location: RepositoryLocation;

  /** All ancestors of `tips` (inclusive) that are not ancestors of `known`; ids in `known` may be gone. */
  listCommits(request: {
    readonly tips: readonly CommitId[];
    readonly known: readonly CommitId[];
    readonly signal?: AbortSignal | undefined;
  }): Promise<CommitListing>;

  /** Messages and changes of commits, in the order asked for. A commit whose changes are broken says so and goes on. */
  readCommits(
    ids: readonly CommitId[],
    options?: { readonly signal?: AbortSignal | undefined },
  ): AsyncIterable<CommitRecord>;

  /**
   * Full id of a commit named by HEAD, branch, tag, abbreviated id, or one of these with `~n`/`^n`.
   * @throws COMMIT_NOT_FOUND, AMBIGUOUS_COMMIT, EMPTY_REPOSITORY (for HEAD)
   */
  resolveCommit(revision: string): Promise<CommitId>;

  /** Whether a commit is another one or among its ancestors; undefined when objects that would tell are missing. */
  isAncestor(ancestor: CommitId, descendant: CommitId): Promise<boolean | undefined>;

  /** Every file of a commit's tree. */
  listTree(
    commit: CommitId,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<readonly TreeEntry[]>;

  /**
   * Contents of blobs, in the order asked for.
   *
   * @param keepBytes more of a blob than this is passed over
   */
  readBlobs(
    ids: readonly string[],
    keepBytes: number,
    options?: { readonly signal?: AbortSignal | undefined },
  ): AsyncIterable<BlobContent>;

  /**
   * Tracked files whose content in the working tree, or in the index, differs from that of the location's HEAD; links,
   * submodules and untracked files are none of them. Empty for a bare repository, and where the index cannot be read.
   *
   * @param keepBytes more of a file than this is hashed but not returned
   */
  listDirtyFiles(
    keepBytes: number,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<readonly DirtyFile[]>;

  /** What a commit changed, to its first parent, cut to size by file. */
  readPatch(commit: CommitId, limits: PatchLimits): Promise<CommitPatch>;

  /** Remotes and root commits (the latter only for whole histories): what tells this repository from others. */
  gatherEvidence(): Promise<readonly RepositoryEvidence[]>;

  /** What git says of itself, such as `git version 2.47.1`. */
  version(): Promise<string>;

  /** Names of commits, branches and tags are read again; the location's `head` is that of now. */
  refresh(): Promise<RepositoryLocation>;
}
