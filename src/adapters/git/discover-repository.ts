import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AfterwitError } from '../../model/errors.ts';
import { type CommitId, isCommitId, type RepositoryLocation } from '../../model/repository.ts';
import type { Git } from './git.ts';
import { gitComplaint, minimumGitVersion } from './git-failure.ts';
import type { GitDirectories } from './locate-git-directory.ts';

const branchPrefix = 'refs/heads/';
const longestShallowFile = 16_777_216;

/**
 * What can be told of a repository without reading its objects. `realGit` looks at the real repository, where only
 * questions that run nothing are asked.
 * @throws UNREADABLE_REPOSITORY
 */
export async function discoverRepository(
  requestedPath: string,
  directories: GitDirectories,
  realGit: Git,
): Promise<RepositoryLocation> {
  const { objectFormat, bare, head, branch } = await askGit(requestedPath, realGit);
  const { worktree } = directories;
  const shallowBoundary = readShallowBoundary(directories.commonDirectory);
  return {
    requestedPath,
    ...(bare || worktree === undefined ? {} : { worktree }),
    gitDirectory: directories.gitDirectory,
    commonDirectory: directories.commonDirectory,
    identityDirectory: directories.identityDirectory,
    objectFormat,
    bare: bare || worktree === undefined,
    shallow: shallowBoundary.length > 0,
    ...(shallowBoundary.length === 0 ? {} : { shallowBoundary }),
    partial: hasPromisedPack(directories.commonDirectory),
    ...(head === undefined ? {} : { head }),
    ...(branch === undefined ? {} : { branch }),
  };
}

/** One process answers everything; only an empty repository takes a second one, for the name of the branch to come. */
async function askGit(requestedPath: string, realGit: Git) {
  const { text, exit } = await realGit.run({
    arguments: [
      'rev-parse',
      '--show-object-format',
      '--is-bare-repository',
      'HEAD',
      '--symbolic-full-name',
      'HEAD',
    ],
  });
  const [objectFormat, bare, head, headName] = text.toString('utf8').split('\n');
  if ((objectFormat !== 'sha1' && objectFormat !== 'sha256') || head === undefined) {
    throw new AfterwitError(
      'UNREADABLE_REPOSITORY',
      `Git cannot read the repository of ${JSON.stringify(requestedPath)}: ${gitComplaint(exit)}. Check its config, and that git is ${minimumGitVersion} or later.`,
      { data: { path: requestedPath, git: gitComplaint(exit) } },
    );
  }
  const isBorn = exit.code === 0 && isCommitId(head);
  const name = isBorn ? headName : await unbornBranch(realGit);
  return {
    objectFormat,
    bare: bare === 'true',
    head: isBorn ? head : undefined,
    branch: name?.startsWith(branchPrefix) ? name.slice(branchPrefix.length) : undefined,
  } as const;
}

async function unbornBranch(realGit: Git): Promise<string> {
  const { text } = await realGit.run({ arguments: ['symbolic-ref', '--quiet', 'HEAD'] });
  return text.toString('utf8').trimEnd();
}

/** Commits that a shallow clone takes for roots. @throws UNREADABLE_REPOSITORY */
function readShallowBoundary(commonDirectory: string): readonly CommitId[] {
  const file = join(commonDirectory, 'shallow');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > longestShallowFile) {
    throw new AfterwitError(
      'UNREADABLE_REPOSITORY',
      `${JSON.stringify(file)} is too large for what git keeps there. Clone the repository again.`,
      { data: { path: file, bytes: size } },
    );
  }
  return size === 0 ? [] : readFileSync(file, 'latin1').split('\n').filter(isCommitId);
}

/** A clone with `--filter` marks the packs whose objects the remote promised to hand over on demand. */
function hasPromisedPack(commonDirectory: string): boolean {
  try {
    return readdirSync(join(commonDirectory, 'objects', 'pack')).some((name) => name.endsWith('.promisor'));
  } catch {
    return false;
  }
}
