import type { GitDirectories } from '../adapters/git/locate-git-directory.ts';
import { readHead } from '../adapters/git/read-head.ts';
import type { CommitId } from '../model/commit.ts';
import { isAfterwitError } from '../model/errors.ts';
import type { Ancestry } from '../ports/ancestry.ts';
import type { GitReader } from '../ports/git-reader.ts';

/** What git said of two commits before: it never becomes otherwise. */
export type KnownAncestry = Map<string, boolean>;

/**
 * What is checked out now, for one question: a server outlives many checkouts. Where git cannot tell, nobody can.
 *
 * @param openGit called when git's files alone do not answer
 * @param known is added to
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
        known.get(pair) ?? (await orUndefined(async () => (await openGit()).isAncestor(commit, tip)));
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
