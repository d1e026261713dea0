import type { CommitId } from '../model/commit.ts';
import { AfterwitError } from '../model/errors.ts';
import type { GitReader } from '../ports/git-reader.ts';
import type { HistorySnapshot, RepositoryIndex } from '../ports/repository-index.ts';
import { type UpdateRequest, updateIndex } from './update-index.ts';

/** A snapshot to answer from, and the index it came from. */
export interface History {
  readonly index: RepositoryIndex;
  readonly snapshot: HistorySnapshot;
}

/**
 * The history that a commit can see. What is not indexed yet is indexed first; where nothing is missing, nothing is
 * written, so that reading works in a home that is read-only.
 *
 * @param asOf commit, branch or tag; HEAD unless given
 */
export async function openHistory(request: Omit<UpdateRequest, 'target'>, asOf?: string): Promise<History> {
  const target = await resolveTarget(request.git, asOf);
  const existing = request.indexStore.existing();
  if (existing === undefined || existing.unknown([target]).length > 0) await updateIndex({ ...request, target });
  const index = request.indexStore.open();
  return { index, snapshot: index.at(target) };
}

/** @throws EMPTY_REPOSITORY, COMMIT_NOT_FOUND, AMBIGUOUS_COMMIT */
export async function resolveTarget(git: GitReader, asOf: string | undefined): Promise<CommitId> {
  if (asOf !== undefined) return await git.resolveCommit(asOf);
  const { head } = git.location;
  if (head === undefined) {
    throw new AfterwitError('EMPTY_REPOSITORY', 'The repository has no commit yet. Make a first commit and try again.');
  }
  return head;
}
