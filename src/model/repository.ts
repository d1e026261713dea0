/** Random UUID of a repository, assigned once; its clones and worktrees share it. */
export type RepositoryId = string & { readonly __brand: 'RepositoryId' };

/**
 * Location of a repository on this machine, found without reading its objects. Paths are absolute, with links resolved.
 */
export interface RepositoryLocation {
  /** The path that was asked for. */
  readonly requestedPath: string;
  /** Top of the working tree; absent for a bare repository. */
  readonly worktree?: string;
  readonly gitDirectory: string;
  /** Shared by all worktrees of one clone: objects, refs, config. */
  readonly commonDirectory: string;
  /**
   * Directory that identifies the clone: the common directory where that names this working tree as its own, else the
   * place of the working tree's `.git`, which may lead into a foreign repository.
   */
  readonly identityDirectory: string;
  readonly objectFormat: 'sha1' | 'sha256';
  readonly bare: boolean;
  /** History is cut (`git clone --depth`). */
  readonly shallow: boolean;
  /** Commits at which a shallow clone's history is cut; absent for a full clone. */
  readonly shallowBoundary?: readonly CommitId[];
  /** Objects are fetched on demand (`git clone --filter`); afterwit never fetches. */
  readonly partial: boolean;
  /** Absent in an empty repository. */
  readonly head?: CommitId;
  /** Branch that HEAD is on; absent when detached. */
  readonly branch?: string;
}

/** A fact that tells repositories apart. Remotes and roots can be copied: they show likeness, not identity. */
export interface RepositoryEvidence {
  readonly kind: 'path' | 'directory' | 'remote' | 'root';
  /**
   * `path`: real path of the clone's {@link RepositoryLocation.identityDirectory}; `directory`: its device, inode and time of
   * birth, which stay when it is moved, and the same with those of its content; `remote`: normalised URL; `root`: id of a root
   * commit.
   */
  readonly value: string;
}

export interface KnownRepository {
  readonly id: RepositoryId;
  /** Short name for people: last part of the path or remote. */
  readonly name: string;
  readonly createdAtMs: number;
  readonly evidence: readonly RepositoryEvidence[];
}

/** Whether the directory at its path and its content were noted; true where the file system identifies none. */
export function isNoted({ evidence }: KnownRepository, marks: readonly string[]): boolean {
  return marks.every((mark) => evidence.some(({ kind, value }) => kind === 'directory' && value === mark));
}

/** A repository known earlier that another one looks like, by evidence that can be copied. */
export interface Lookalike {
  readonly repository: KnownRepository;
  /** Evidence shared by both: a root commit; a remote, or one is the remote of the other. */
  readonly shared: readonly ('root' | 'remote')[];
  /** Memories that are kept of it. */
  readonly itemCount: number;
}

/** Full object id of a commit, lower-case hexadecimal: 40 digits (SHA-1) or 64 (SHA-256). */
export type CommitId = string & { readonly __brand: 'CommitId' };

const commitIdPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export function isCommitId(text: string): text is CommitId {
  return commitIdPattern.test(text);
}

/**
 * A path inside a repository, relative to its top, separated by `/`. Bytes that are not UTF-8 are kept as lone
 * surrogates U+DC80–U+DCFF (`text/path-encoding.ts`), so that every path survives a round trip.
 */
export type RepositoryPath = string;

export type ChangeStatus = 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type_changed';

/** One changed file of a commit. `previousPath` is set for `renamed` and `copied`. */
export interface FileChange {
  readonly status: ChangeStatus;
  readonly path: RepositoryPath;
  readonly previousPath?: RepositoryPath;
}

/**
 * A commit as git reports it. Times are milliseconds since 1970. A merge's changes are relative to its first parent.
 */
export interface CommitRecord {
  readonly id: CommitId;
  readonly parents: readonly CommitId[];
  readonly committedAtMs: number;
  readonly authoredAtMs: number;
  readonly author: string;
  /** The message, cut at {@link maximumMessageLength}. */
  readonly message: string;
  readonly changes: readonly FileChange[];
  /** A shallow clone's history ends here: the commit may have parents that the clone does not know. */
  readonly isCut?: true;
  /**
   * Part that could not be read, and why. `changes`: only the changed files are missing (a lost tree, for example).
   * `commit`: everything but the id is missing.
   */
  readonly unreadable?: { readonly part: UnreadableCommit['part']; readonly reason: string };
}

/** Longest commit message kept, in UTF-16 units. */
export const maximumMessageLength = 65_536;

/** An object of the repository that could not be read while mining: the commit itself, or its changes. */
export interface UnreadableCommit {
  readonly id: CommitId;
  readonly part: 'commit' | 'changes';
  readonly reason: string;
}

/** One entry of a tree. `mode` is git's octal file mode (`100644`, `120000` symlink, `160000` submodule). */
export interface TreeEntry {
  readonly path: RepositoryPath;
  readonly blobId: string;
  readonly mode: string;
}

/** The patch of one file, possibly cut. */
export interface FilePatch {
  readonly change: FileChange;
  readonly text: string;
  /** Bytes left out of `text` by the size limits; 0 when whole. */
  readonly omittedBytes: number;
  readonly binary: boolean;
}

export interface CommitPatch {
  readonly files: readonly FilePatch[];
  /** Files of the commit that are not in `files` because the total limit was reached. */
  readonly omittedFiles: number;
  /** Why there is no patch at all: the clone lacks the trees to compare. */
  readonly unreadable?: string;
}
