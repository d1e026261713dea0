import type { RepositoryPath } from '../model/repository.ts';

/** A file of the working tree as it is on disk. */
export interface WorkingFile {
  readonly bytes: Uint8Array;
}

/** Reads the working tree without git. Never follows a link out of it, never waits for a pipe, never throws. */
export interface WorkingFiles {
  /** Undefined when the file does not exist or cannot be read whole (a link, a pipe, too large). */
  read(path: RepositoryPath): WorkingFile | undefined;
  /** Git's object id for this content, in the repository's hash (SHA-1 or SHA-256). */
  blobId(bytes: Uint8Array, like: 'sha1' | 'sha256'): string;
  /** Path from the top of the working tree; undefined for a path outside of it. */
  relative(path: string): RepositoryPath | undefined;
}
