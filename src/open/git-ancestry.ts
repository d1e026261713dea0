import { type GitDirectories, readHead } from '../adapters/git/git-directory.ts';
import { isLooseAncestor } from '../adapters/git/loose-commits.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { CommitId } from '../model/repository.ts';
import type { Ancestry, GitReader } from '../ports/git-reader.ts';

/** Cached ancestry of pairs of commits, which never changes. */
export type KnownAncestry = Map<string, boolean>;

/**
 * The ancestry of the current checkout, for one query only, because a server outlives many checkouts. Answers undefined
 * when git cannot tell.
 * @param openGit called when reading git's files is not enough
 * @param known cache that is extended
 */
export function gitAncestry(
  directories: Pick<GitDirectories, 'gitDirectory' | 'commonDirectory'>,
  openGit: () => Promise<Pick<GitReader, 'resolveCommit' | 'isAncestor'>>,
  known: KnownAncestry = new Map(),
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
      const pair = `${commit} ${tip}`;
      const answer =
        known.get(pair) ??
        isLooseAncestor(directories.commonDirectory, commit, tip) ??
        (await orUndefined(async () => (await openGit()).isAncestor(commit, tip)));
      if (answer !== undefined) known.set(pair, answer);
      return answer;
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
