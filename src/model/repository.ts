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
  /** Shared by all worktrees of one clone: the identity of the clone. */
  readonly commonDirectory: string;
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

/** A fact that distinguishes one repository from another. */
export interface RepositoryEvidence {
  readonly kind: 'path' | 'remote' | 'root';
  /** `path`: real path of the common git directory; `remote`: normalised URL; `root`: id of a root commit. */
  readonly value: string;
}

export interface KnownRepository {
  readonly id: RepositoryId;
  /** Short name for people: last part of the path or remote. */
  readonly name: string;
  readonly createdAtMs: number;
  readonly evidence: readonly RepositoryEvidence[];
}
