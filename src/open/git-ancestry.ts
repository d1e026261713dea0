import type { GitDirectories } from '../adapters/git/locate-git-directory.ts';
import { readHead } from '../adapters/git/read-head.ts';
import type { CommitId } from '../model/commit.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { Ancestry } from '../ports/ancestry.ts';
import type { GitReader } from '../ports/git-reader.ts';

/**
 * What is checked out now, for one question: a server outlives many checkouts. Where git cannot tell, nobody can.
 *
 * @param openGit called when git's files alone do not answer
 */
export function gitAncestry(
  directories: Pick<GitDirectories, 'gitDirectory' | 'commonDirectory'>,
  openGit: () => Promise<Pick<GitReader, 'resolveCommit' | 'isAncestor'>>,
): Ancestry {
  let head: Promise<CommitId | undefined> | undefined;
  const currentHead = (): Promise<CommitId | undefined> => {
    head ??= Promise.resolve(readHead(directories)).then(
      (found) => found ?? orUndefined(async () => (await openGit()).resolveCommit('HEAD')),
    );
    return head;
  };
  return {
    head: currentHead,
    async holds(commit) {
      const tip = await currentHead();
      if (tip === undefined || tip === commit) return tip === commit ? true : undefined;
      return await orUndefined(async () => (await openGit()).isAncestor(commit, tip));
    },
  };
}

async function orUndefined<T>(answer: () => Promise<T>): Promise<T | undefined> {
  try {
    return await answer();
  } catch (fault) {
    if (isAfterwitError(fault)) return undefined;
    throw fault;
  }
}
