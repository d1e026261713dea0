import type { Speaker } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { Clock } from '../../ports/system.ts';
import { requirePerson } from '../items/review-request.ts';

interface PauseRequest {
  readonly store: MemoryStore;
  readonly clock: Clock;
  readonly repositoryId: RepositoryId;
}

/**
 * Stops showing memories unasked in a repository. Returns the time of the pause; pausing again keeps the first time.
 */
export async function pauseRepository({
  store,
  clock,
  repositoryId,
}: PauseRequest): Promise<{ readonly sinceMs: number }> {
  return await store.transact((transaction) => {
    const pausedAtMs = transaction.pausedAtMs(repositoryId);
    if (pausedAtMs !== undefined) return { sinceMs: pausedAtMs };
    const sinceMs = clock.nowMs();
    transaction.pause(repositoryId, sinceMs);
    return { sinceMs };
  });
}

/**
 * Returns false when it was not paused. Whoever asks for silence gets it; who wants it ended must be a person, so that no agent undoes what
 * a person chose. @throws NEEDS_PERSON
 */
export async function resumeRepository({
  store,
  repositoryId,
  speaker,
}: Omit<PauseRequest, 'clock'> & { readonly speaker: Speaker }): Promise<boolean> {
  return await store.transact((transaction) => {
    if (transaction.pausedAtMs(repositoryId) === undefined) return false;
    requirePerson(speaker, 'end a pause');
    return transaction.resume(repositoryId);
  });
}
