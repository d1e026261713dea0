import type { KnownRepository } from '../../model/repository.ts';
import { gatherCloneEvidence } from './clone-evidence.ts';
import { addRepository, type IdentifyRequest } from './identify-repository.ts';

/**
 * This clone is a repository of its own from now on. Its path says so, and a known path goes before all other evidence;
 * when it is moved, the repository that is gone from its path goes before those that are not (`matchRepository`). New
 * clones still join the older repository.
 */
export async function splitRepository(
  request: Pick<IdentifyRequest, 'store' | 'git' | 'clock' | 'random'>,
): Promise<KnownRepository> {
  const evidence = await gatherCloneEvidence(request.git);
  return request.store.transact((transaction) => addRepository(transaction, request, evidence));
}
