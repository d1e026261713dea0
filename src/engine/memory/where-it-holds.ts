import { judgeAnchors, worstFreshness } from '../../codebase/anchors.ts';
import type { Freshness, MemoryItem } from '../../model/memory-item.ts';
import { type Scope, scopeOf } from '../../model/provenance.ts';
import type { RepositoryPath } from '../../model/repository.ts';
import type { Ancestry, WorkingFiles } from '../../ports/git-reader.ts';
import type { RecallDependencies } from './recall-dependencies.ts';

/** Judges the freshness of a memory of this repository; a memory of another one cannot be judged here. */
export function freshnessOf(
  item: MemoryItem,
  dependencies: Pick<RecallDependencies, 'files' | 'repositoryId'>,
): Freshness | undefined {
  const { files } = dependencies;
  if (files === undefined || item.scope !== ownScope(dependencies)) return undefined;
  return worstFreshness(judgeAnchors(item, files));
}

/** Whether a memory of this repository was learned on the checked-out history; undefined where that cannot be told. */
export async function isOnBranch(
  { learnedAt, scope }: MemoryItem,
  {
    ancestry,
    repositoryId,
  }: Pick<RecallDependencies, 'repositoryId'> & { readonly ancestry: Pick<Ancestry, 'holds'> },
): Promise<boolean | undefined> {
  if (learnedAt === undefined || scope !== ownScope({ repositoryId })) return undefined;
  return await ancestry.holds(learnedAt);
}

function ownScope({ repositoryId }: Pick<RecallDependencies, 'repositoryId'>): Scope | undefined {
  return repositoryId === undefined ? undefined : scopeOf('repo', repositoryId);
}

/** Texts and folders of a working tree, by path; of none there is nothing. */
export function textsOf(files: WorkingFiles | undefined) {
  return {
    textOf: (path: string): string | undefined => {
      const bytes = files?.read(path as RepositoryPath)?.bytes;
      return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
    },
    isFolder: (path: string): boolean => files?.isFolder(path as RepositoryPath) ?? false,
  };
}
