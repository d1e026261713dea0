import type { LinkedIssue } from '../model/answers/commit-answers.ts';
import type {
  ChangeStatus,
  CommitId,
  CommitPatch,
  CommitRecord,
  RepositoryEvidence,
  RepositoryLocation,
  RepositoryPath,
  TreeEntry,
  UnreadableCommit,
} from '../model/repository.ts';

/** Stops the reading when it is aborted. */
interface Stop {
  readonly signal?: AbortSignal | undefined;
}

/** Ancestors of `tips` (inclusive) that are not ancestors of `known`, whose commits may no longer exist. */
export interface CommitListRequest extends Stop {
  readonly tips: readonly CommitId[];
  readonly known: readonly CommitId[];
}

export interface CommitListing {
  /** Commits not yet known, parents before children. */
  readonly ids: readonly CommitId[];
  /** Commits whose object is missing or damaged; their ancestors could not be reached. */
  readonly unreadable: readonly UnreadableCommit[];
}

export interface BlobContent {
  readonly id: string;
  /** Size of the complete blob; 0 when it cannot be read. */
  readonly sizeBytes: number;
  /** Undefined when the object is missing, damaged or not a blob. */
  readonly bytes: Uint8Array | undefined;
}

/** A tracked file whose content in the working tree differs from HEAD. */
export interface DirtyFile {
  readonly path: RepositoryPath;
  /** Compared to HEAD; a new file is listed once it is staged. */
  readonly state: 'modified' | 'added' | 'deleted';
  /** Id of the content on disk, as a blob. Absent when the file is deleted or too large to be hashed. */
  readonly blobId?: string;
  /** Beginning of the content on disk. Absent without a `blobId`, and once the total reaches the size limit. */
  readonly bytes?: Uint8Array;
}

export interface PatchLimits {
  /** Limit of patch text for one file, in bytes. */
  readonly fileBytes: number;
  /** Limit of patch text for the whole commit, in bytes. */
  readonly totalBytes: number;
}

export interface FileVersionsRequest extends Stop {
  readonly commit: CommitId;
  /** Files and folders, taken as they are: no patterns. */
  readonly paths: readonly RepositoryPath[];
  /** Most commits to go back. */
  readonly limit: number;
}

/** Version that a commit made of one file. */
export interface FileVersion {
  readonly id: CommitId;
  readonly committedAtMs: number;
  readonly status: ChangeStatus;
  readonly path: RepositoryPath;
  readonly previousPath?: RepositoryPath;
  /** Its content from then on; all zeros when it was deleted. */
  readonly blobId: string;
  readonly mode: string;
}

/** Lines of a file that a commit replaced, removed or added at one place. */
export interface LineChange {
  /** First added line in the file after the commit; for removed lines alone, the line before them, from 0. */
  readonly startLine: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Lines that a commit changed in one file. */
export interface FileLineChanges {
  readonly commit: CommitId;
  readonly path: RepositoryPath;
  /** The file as the commit left it. */
  readonly blobId: string;
  readonly changes: readonly LineChange[];
}

/**
 * Reads one repository. Never runs a program that the repository configures, never fetches, never writes into it. Every
 * method may throw `GIT_NOT_FOUND`, `GIT_FAILED`, `GIT_TIMEOUT`, `UNREADABLE_REPOSITORY`, and `INTERRUPTED` when its
 * signal is aborted.
 */
export interface GitReader {
  readonly location: RepositoryLocation;

  listCommits(request: CommitListRequest): Promise<CommitListing>;

  /**
   * Messages and changes of commits, in the requested order. A commit whose changes cannot be read carries the reason.
   */
  readCommits(ids: readonly CommitId[], options?: Stop): AsyncIterable<CommitRecord>;

  /**
   * Full id of the commit that HEAD, a branch, a tag or an abbreviated id names, optionally with `~n` or `^n`.
   * @throws COMMIT_NOT_FOUND, AMBIGUOUS_COMMIT, EMPTY_REPOSITORY (for HEAD)
   */
  resolveCommit(revision: string): Promise<CommitId>;

  /**
   * Whether `ancestor` is `descendant` or one of its ancestors; undefined when the objects needed to tell are missing.
   */
  isAncestor(ancestor: CommitId, descendant: CommitId): Promise<boolean | undefined>;

  /** Every file of a commit's tree. */
  listTree(commit: CommitId, options?: Stop): Promise<readonly TreeEntry[]>;

  /**
   * Contents of blobs, in the requested order.
   * @param keepBytes limit of the bytes returned for a blob
   */
  readBlobs(ids: readonly string[], keepBytes: number, options?: Stop): AsyncIterable<BlobContent>;

  /**
   * Tracked files whose content in the working tree, or in the index, differs from HEAD. Links, submodules and
   * untracked files are left out. Empty for a bare repository, and when the index cannot be read.
   * @param keepBytes limit of the bytes returned for a file; the hash covers all of it
   * @param options.concerns files that are asked about; all unless given
   */
  listDirtyFiles(
    keepBytes: number,
    options?: Stop & { readonly concerns?: ((path: RepositoryPath) => boolean) | undefined },
  ): Promise<readonly DirtyFile[]>;

  /**
   * Versions that the commits on the line of first parents, up to and with `commit`, made of files, latest first. A
   * clone that lacks objects tells as much as it has.
   */
  listFileVersions(request: FileVersionsRequest): Promise<readonly FileVersion[]>;

  /** Patch of a commit against its first parent, cut to the limits file by file. */
  readPatch(commit: CommitId, limits: PatchLimits): Promise<CommitPatch>;

  /**
   * Lines that commits changed in the files at `paths`, to their first parents. Renames are not followed: a file is
   * found by the path it had in the commit. Deleted, binary and unreadable files are left out.
   */
  readLineChanges(
    commits: readonly CommitId[],
    paths: readonly RepositoryPath[],
    options?: Stop,
  ): Promise<readonly FileLineChanges[]>;

  /** Evidence that identifies this repository: its remotes and, unless the history is cut, its root commits. */
  gatherEvidence(): Promise<readonly RepositoryEvidence[]>;

  /** Git's version line, such as `git version 2.47.1`. */
  version(): Promise<string>;

  /** Reads HEAD, branches and tags again and gives the location with the current `head`. */
  refresh(): Promise<RepositoryLocation>;
}

/** The ancestry of the checked-out commit. */
export interface Ancestry {
  /** The checked-out commit; undefined in an empty repository, or when git cannot tell. */
  head(): Promise<CommitId | undefined>;
  /** Whether a commit is the checked-out one or its ancestor; undefined when git does not answer in time. */
  holds(commit: CommitId): Promise<boolean | undefined>;
}

/** A file of the working tree as it is on disk. */
export interface WorkingFile {
  readonly bytes: Uint8Array;
}

/** Reads the working tree without git. Never follows a link out of it, never waits for a pipe, never throws. */
export interface WorkingFiles {
  /** Undefined when the file does not exist or cannot be read whole (a link, a pipe, too large). */
  read(path: RepositoryPath): WorkingFile | undefined;
  /** Whether a folder of the working tree lies at this path, behind no link that leads out of it. */
  isFolder(path: RepositoryPath): boolean;
  /** Git's object id for this content, in the repository's hash (SHA-1 or SHA-256). */
  blobId(bytes: Uint8Array, like: 'sha1' | 'sha256'): string;
  /** Path from the top of the working tree; undefined for a path outside of it. */
  relative(path: string): RepositoryPath | undefined;
}

/** Text of an issue, as complete as its source is. */
export type IssueText = Pick<LinkedIssue, 'title' | 'body' | 'state' | 'url'>;

/** Source of the texts of linked issues: a local export. Never fetches from the network. */
export interface IssueSource {
  /** @param issue `#12`, `owner/name#12` or `PROJ-12` */
  find(issue: string): Promise<IssueText | undefined>;
}
