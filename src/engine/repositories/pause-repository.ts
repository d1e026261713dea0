import type { RepositoryId } from '../../model/repository.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';

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

/** Returns false when it was not paused. */
export async function resumeRepository({
  store,
  repositoryId,
}: Omit<PauseRequest, 'clock'>): Promise<boolean> {
  return await store.transact((transaction) => transaction.resume(repositoryId));
}
