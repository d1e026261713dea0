import type { RepositoryLocation } from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import { discoverRepository, gatherEvidence, requireRegularFiles } from './discover-repository.ts';
import { createGit, type GitSettings } from './git.ts';
import { locateGitDirectory, relocateGitDirectory } from './git-directory.ts';
import { indexPlace, objectPlace, openGitShim, realPlace } from './git-shim.ts';
import { listCommits } from './list-commits.ts';
import { listDirtyFiles } from './list-dirty-files.ts';
import { listFileVersions } from './raw-diff.ts';
import { readCommits } from './read-commits.ts';
import { readLineChanges } from './read-line-changes.ts';
import { listTree, readObjects } from './read-objects.ts';
import { readPatch } from './read-patch.ts';
import { isAncestor, resolveCommit } from './resolve-commit.ts';

export interface GitReaderOptions {
  /**
   * Folder for the empty git directory through which objects are read; made when missing. When it cannot be written, a
   * temporary folder serves until this process ends.
   */
  readonly shimDirectory: string;
  /** Git program. Default `git`, looked for along PATH. */
  readonly executable?: string;
  /** Longest time for one short command, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** Longest silence of a command that does nothing meanwhile, in milliseconds. Default 5,000. */
  readonly idleMs?: number;
}

/**
 * `idleMs`: a silent git that uses no CPU this long waits for a pipe or a dead disk; the error comes within 10 s, even
 * when git stopped halfway between two looks.
 * `workingMs`: the longest working silence is the walk before the first line of `rev-list --topo-order`: 2.7 s for 81,966
 * commits on a busy machine, so three quarters of a minute for the largest known histories.
 */
const silence = { idleMs: 5_000, workingMs: 120_000 } as const;

/**
 * Opens the repository around `path`, or the bare repository that `path` is.
 * @throws NOT_A_REPOSITORY, UNREADABLE_REPOSITORY, GIT_NOT_FOUND, GIT_FAILED, GIT_TIMEOUT
 */
export async function openGitReader(path: string, options: GitReaderOptions): Promise<GitReader> {
  const settings: GitSettings = {
    executable: options.executable ?? 'git',
    timeoutMs: options.timeoutMs ?? 10_000,
    silence: { ...silence, ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }) },
  };
  const shim = openGitShim(options.shimDirectory);
  let directories = locateGitDirectory(path);
  let realGit = createGit(settings, realPlace(shim, directories));
  const look = async (): Promise<RepositoryLocation> => {
    requireRegularFiles(directories);
    return discoverRepository(path, directories, realGit);
  };
  let location = await look();
  let git = createGit(settings, objectPlace(shim, location));
  return {
    get location() {
      return location;
    },
    async refresh() {
      directories = relocateGitDirectory(directories);
      realGit = createGit(settings, realPlace(shim, directories));
      location = await look();
      git = createGit(settings, objectPlace(shim, location));
      return location;
    },
    listCommits: (request) => listCommits(git, location.shallowBoundary ?? [], request),
    readCommits: (ids, readOptions) =>
      readCommits(git, { ids, boundary: location.shallowBoundary ?? [], signal: readOptions?.signal }),
    resolveCommit: (revision) =>
      resolveCommit({ revision, git, realGit, currentHead: async () => (await look()).head }),
    isAncestor: (ancestor, descendant) => isAncestor(git, ancestor, descendant),
    listTree: (commit, treeOptions) => listTree(git, commit, treeOptions?.signal),
    readBlobs: (ids, keepBytes, readOptions) =>
      readObjects(git, { ids, type: 'blob', keepBytes, signal: readOptions?.signal }),
    listDirtyFiles: (keepBytes, dirtyOptions) =>
      listDirtyFiles({
        location,
        openIndex: (indexFile) => createGit(settings, indexPlace(shim, location, indexFile)),
        keepBytes,
        concerns: dirtyOptions?.concerns ?? (() => true),
        signal: dirtyOptions?.signal,
      }),
    listFileVersions: (request) => listFileVersions(git, request),
    readLineChanges: (commits, paths, lineOptions) =>
      readLineChanges(git, commits, paths, lineOptions?.signal),
    readPatch: (commit, limits) => readPatch(git, { commit, limits }),
    version: async () => (await git.read({ arguments: ['version'] })).toString('utf8').trim(),
    gatherEvidence: () => gatherEvidence(git, location),
  };
}
