import { type CommitId, isCommitId, type UnreadableCommit } from '../../model/repository.ts';
import type { CommitListing } from '../../ports/git-reader.ts';
import { findMissing } from './find-missing.ts';
import type { Git } from './git.ts';
import { gitFailed, saysNothingOfObjects } from './git-failure.ts';
import type { ListRequest } from './list-request.ts';
import { walkCommits } from './walk-commits.ts';

/**
 * Ancestors of `tips` that are not ancestors of `known`, parents before children; a broken history as far as it goes.
 *
 * @param boundary commits at which a shallow clone is cut
 */
export async function listCommits(
  git: Git,
  boundary: readonly CommitId[],
  request: ListRequest,
): Promise<CommitListing> {
  if (request.tips.length === 0) return { ids: [], unreadable: [] };
  const stream = git.stream({
    // Objects named on stdin that do not exist are passed over (a force-push, then gc); missing parents are not.
    arguments: ['rev-list', '--topo-order', '--reverse', '--ignore-missing', '--stdin'],
    input: [...request.tips, ...request.known.map((id) => `^${id}`), ''].join('\n'),
    signal: request.signal,
  });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const exit = await stream.exit();
  if (exit.code === 0) {
    const ids = Buffer.concat(chunks).toString('latin1').split('\n').filter(isCommitId);
    return { ids, unreadable: await unreadableTips(git, request, ids) };
  }
  if (saysNothingOfObjects(exit)) throw gitFailed('rev-list', exit);
  return walkCommits(git, boundary, request);
}

/** A tip not listed is an ancestor of what is known, unless it is not there at all. */
async function unreadableTips(
  git: Git,
  request: ListRequest,
  ids: readonly CommitId[],
): Promise<readonly UnreadableCommit[]> {
  const listed = new Set(ids);
  const unlisted = request.tips.filter((tip) => !listed.has(tip));
  if (unlisted.length === 0) return [];
  const missing = await findMissing(git, unlisted, request.signal);
  return unlisted
    .filter((id) => missing.has(id))
    .map((id) => ({ id, part: 'commit', reason: 'the commit object is missing or broken' }));
}
