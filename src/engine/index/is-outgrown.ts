import type { GitReader } from '../../ports/git-reader.ts';
import type { RepositoryIndex } from '../../ports/repository-index.ts';

/**
 * Whether the repository now has commits *older* than the indexed ones: a shallow clone was deepened, or a damaged
 * mirror was repaired. Parents must have smaller ordinals than their children, so these commits cannot be appended and
 * the index must be rebuilt. Costs nothing when no history was missing.
 */
export async function isOutgrown(git: GitReader, index: RepositoryIndex): Promise<boolean> {
  const { cutCommits, missingParents } = index.state();
  if (cutCommits.length > 0) {
    const boundary = new Set(git.location.shallowBoundary);
    if (cutCommits.some((id) => !boundary.has(id))) return true;
  }
  if (missingParents.length === 0) return false;
  const { ids } = await git.listCommits({ tips: missingParents, known: [] });
  return ids.length > 0;
}

const sampleSize = 4;

/** Whether changes can be read now that were unreadable at indexing. Checks only a few commits. */
export async function canReadMore(git: GitReader, index: RepositoryIndex): Promise<boolean> {
  const withoutChanges = index.state().unreadable.filter(({ part }) => part === 'changes');
  if (withoutChanges.length === 0) return false;
  for await (const record of git.readCommits(withoutChanges.slice(0, sampleSize).map(({ id }) => id))) {
    if (record.unreadable === undefined) return true;
  }
  return false;
}
