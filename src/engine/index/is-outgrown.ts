import type { GitReader } from '../../ports/git-reader.ts';
import type { RepositoryIndex } from '../../ports/repository-index.ts';

/**
 * Whether the repository has commits now that belong *behind* what is indexed: a shallow clone was made deeper, a damaged
 * mirror was mended. Parents must have smaller ordinals than their children, so they cannot be added: the index has to
 * start over. Costs nothing where no history was missing.
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

/** Whether changes can be read now that could not be when they were indexed. Looks at a few commits only. */
export async function canReadMore(git: GitReader, index: RepositoryIndex): Promise<boolean> {
  const withoutChanges = index.state().unreadable.filter(({ part }) => part === 'changes');
  if (withoutChanges.length === 0) return false;
  for await (const record of git.readCommits(withoutChanges.slice(0, sampleSize).map(({ id }) => id))) {
    if (record.unreadable === undefined) return true;
  }
  return false;
}
