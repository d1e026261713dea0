import type { KnownRepository } from '../../model/repository.ts';
import { gatherCloneEvidence } from './clone-evidence.ts';
import { addRepository, type IdentifyRequest } from './identify-repository.ts';

/**
 * Makes this clone a separate repository. The path decides, because a known path outranks all other evidence. If the
 * clone is moved later, the repository that is missing from its path wins (`matchRepository`). New clones still join
 * the older repository.
 */
export async function splitRepository(
  request: Pick<IdentifyRequest, 'store' | 'git' | 'clock' | 'random'>,
): Promise<KnownRepository> {
  const evidence = await gatherCloneEvidence(request.git);
  return request.store.transact((transaction) => addRepository(transaction, request, evidence));
}
