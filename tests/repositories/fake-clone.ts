import type { RepositoryEvidence } from '../../src/model/repository.ts';
import type { GitReader } from '../../src/ports/git-reader.ts';

/** The facts of a clone that tell repositories apart. */
export interface CloneFacts {
  /** Top of the working tree. */
  readonly path: string;
  readonly remotes?: readonly string[];
  readonly roots?: readonly string[];
  /** Identity of the git directory in the file system; absent where it gives none. */
  readonly directory?: string;
}

/** A git reader that knows where it is and gives evidence; everything else is beyond it. */
export interface FakeClone extends GitReader {
  /** How often evidence was asked for: each would start git. */
  readonly gatherings: () => number;
}

function beyond(): never {
  throw new Error('a fake clone only identifies itself');
}

export function fakeClone({ path, remotes = [], roots = [], directory }: CloneFacts): FakeClone {
  const commonDirectory = `${path}/.git`;
  let gatherings = 0;
  return {
    location: {
      requestedPath: path,
      worktree: path,
      gitDirectory: commonDirectory,
      commonDirectory,
      identityDirectory: commonDirectory,
      objectFormat: 'sha1',
      bare: false,
      shallow: roots.length === 0,
      partial: false,
    },
    gatherings: () => gatherings,
    async gatherEvidence() {
      gatherings += 1;
      const of = (kind: RepositoryEvidence['kind'], values: readonly string[]) =>
        values.map((value) => ({ kind, value }));
      return [
        ...of('path', [commonDirectory]),
        ...of('directory', directory === undefined ? [] : [directory]),
        ...of('remote', remotes),
        ...of('root', roots),
      ];
    },
    listCommits: beyond,
    readCommits: beyond,
    resolveCommit: beyond,
    isAncestor: beyond,
    listTree: beyond,
    readBlobs: beyond,
    listDirtyFiles: beyond,
    listFileVersions: beyond,
    readPatch: beyond,
    readLineChanges: beyond,
    refresh: beyond,
    version: beyond,
  };
}
