import { standaloneKinds } from '../../model/memory-item.ts';
import { scopeOf } from '../../model/provenance.ts';
import type { Lookalike, RepositoryId } from '../../model/repository.ts';
import type { MemoryReader } from '../../ports/memory-store.ts';
import { type HoldsGitDirectory, mostAlike, sharedWith } from './match-repository.ts';

/**
 * The repository that another one looks like, by what is noted of both: a person may want to join them. Told of the later one
 * only. Starts no git.
 */
export function findLookalike(
  reader: MemoryReader,
  id: RepositoryId,
  holdsGitDirectory: HoldsGitDirectory,
): Lookalike | undefined {
  const all = reader.repositories();
  const position = all.findIndex((one) => one.id === id);
  const evidence = all[position]?.evidence ?? [];
  const repository = mostAlike(evidence, all.slice(0, Math.max(0, position)), holdsGitDirectory);
  if (repository === undefined) return undefined;
  return {
    repository,
    shared: sharedWith(evidence, repository.evidence),
    itemCount: reader.countItems({ scopes: [scopeOf('repo', repository.id)], kinds: standaloneKinds }),
  };
}
