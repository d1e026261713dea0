import { AfterwitError } from '../../model/errors.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { KnownRepository, RepositoryId } from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { requirePerson } from '../items/review-request.ts';
import { gatherCloneEvidence } from './clone-evidence.ts';
import { noteEvidence, repositoryAt } from './identify-repository.ts';
import { valuesOf } from './match-repository.ts';
import { moveItems } from './move-items.ts';

interface LinkRequest {
  readonly store: MemoryStore;
  readonly git: GitReader;
  /** Repository that the clone belongs to from now on. */
  readonly id: string;
  readonly speaker: Speaker;
}

/**
 * Makes this clone belong to that repository, because a person says so. Its former repository is removed when no other
 * clone is left of it, so that no clone is said to look like it; its memories move along.
 *
 * @throws NEEDS_PERSON (it hands over memories), REPOSITORY_NOT_FOUND
 */
export async function linkRepository({ store, git, id, speaker }: LinkRequest): Promise<KnownRepository> {
  requirePerson(speaker, 'say that a clone shares the memories of another repository');
  const evidence = await gatherCloneEvidence(git);
  return store.transact((transaction) => {
    const target =
      transaction.repository(id as RepositoryId) ?? onlyWithPrefix(transaction.repositories(), id);
    if (target === undefined) throw unknownRepository(id);
    const previous = repositoryAt(transaction, git);
    const linked = noteEvidence(transaction, target.id, evidence);
    if (
      previous !== undefined &&
      previous.id !== target.id &&
      valuesOf(previous.evidence, 'path').length === 1
    ) {
      moveItems(transaction, previous.id, target.id);
      transaction.removeRepository(previous.id);
    }
    return linked;
  });
}

const fewestDigits = 8;

/** Of the first digits of an id, where no other begins so. */
function onlyWithPrefix(all: readonly KnownRepository[], id: string): KnownRepository | undefined {
  if (id.length < fewestDigits) return undefined;
  const [first, ...others] = all.filter((one) => one.id.startsWith(id));
  return others.length === 0 ? first : undefined;
}

function unknownRepository(id: string): AfterwitError {
  return new AfterwitError(
    'REPOSITORY_NOT_FOUND',
    `No repository ${id} is known here. \`afterwit repo show\` run in another clone of it prints its id.`,
    { data: { repositoryId: id } },
  );
}
