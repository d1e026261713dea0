import type { CommitId } from '../../model/repository.ts';
import type { Git } from './git.ts';

/** Whether a commit is another one or among its ancestors; undefined when git cannot tell, for want of objects. */
export async function isAncestor(
  git: Git,
  ancestor: CommitId,
  descendant: CommitId,
): Promise<boolean | undefined> {
  if (ancestor === descendant) return true;
  const { exit } = await git.run({ arguments: ['merge-base', '--is-ancestor', ancestor, descendant] });
  if (exit.code === 0) return true;
  return exit.code === 1 ? false : undefined;
}
