import type { CommitId } from './commit.ts';

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
   * What the clone is known by: the common directory where that says itself that this working tree is its own, else the place
   * of the working tree's `.git`, which may lead into anybody's repository.
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

/** A fact that tells one repository from another. Remotes and roots can be copied: they say what looks alike, not what is the same. */
export interface RepositoryEvidence {
  readonly kind: 'path' | 'directory' | 'remote' | 'root';
  /**
   * `path`: real path of the clone's {@link RepositoryLocation.identityDirectory}; `directory`: what the file system knows
   * that by wherever it is moved (device, inode, time of birth); `remote`: normalised URL; `root`: id of a root commit.
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

/** A repository known earlier that another one looks like, by evidence that anybody can copy. */
export interface Lookalike {
  readonly repository: KnownRepository;
  /** What they have in common: a root commit; a remote, or one is the remote of the other. */
  readonly shared: readonly ('root' | 'remote')[];
  /** Memories that are kept of it. */
  readonly itemCount: number;
}
