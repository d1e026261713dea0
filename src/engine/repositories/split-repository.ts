import type { Speaker } from '../../model/provenance.ts';
import type { KnownRepository } from '../../model/repository.ts';
import { requirePerson } from '../items/review-request.ts';
import { gatherCloneEvidence } from './clone-evidence.ts';
import { addRepository, type IdentifyRequest } from './identify-repository.ts';

/**
 * A person says: this clone is a repository of its own from now on. Its path and its directory say so. Memories stay with the
 * repository it leaves.
 *
 * @throws NEEDS_PERSON
 */
export async function splitRepository(
  request: Pick<IdentifyRequest, 'store' | 'git' | 'clock' | 'random'> & { readonly speaker: Speaker },
): Promise<KnownRepository> {
  requirePerson(request.speaker, 'say that a clone is a repository of its own');
  const evidence = await gatherCloneEvidence(request.git);
  return request.store.transact((transaction) => addRepository(transaction, request, evidence));
}
