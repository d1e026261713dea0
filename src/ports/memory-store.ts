import type { KnownRepository, RepositoryEvidence, RepositoryId } from '../model/repository.ts';
import type { ItemReader, ItemWriter } from './item-store.ts';

export interface TransactOptions {
  /** Longest wait for other processes, when it is to be less than usual. */
  readonly waitMs?: number;
  /**
   * When it may be lost to a loss of power: `never` once it is done (default), or `soon` after, until the next that may never be. Nothing
   * but the last of it is lost, and nothing is torn; a process that is killed loses neither.
   */
  readonly mayBeLost?: 'never' | 'soon';
}

/**
 * Store of everything that cannot be rebuilt. One per home; several processes may write to it at once. Reads are local
 * and synchronous, even when the memory is shared with other machines (decision 0014). May throw HOME_NOT_WRITABLE,
 * DISK_FULL, MEMORY_BUSY, MEMORY_CORRUPT, MEMORY_TOO_NEW.
 */
export interface MemoryStore {
  /** Runs `work` alone: no other process or task writes meanwhile. `work` must not await. Rolls back when it throws. */
  transact<T>(work: (transaction: MemoryTransaction) => T, options?: TransactOptions): Promise<T>;
  /** Reads a consistent state. */
  read<T>(work: (reader: MemoryReader) => T): T;
  close(): void;
}

export interface MemoryReader extends ItemReader {
  repository(id: RepositoryId): KnownRepository | undefined;
  repositories(): readonly KnownRepository[];
  /** Repositories that have this piece of evidence. */
  repositoriesWith(evidence: RepositoryEvidence): readonly KnownRepository[];
}

export interface MemoryTransaction extends MemoryReader, ItemWriter {
  addRepository(repository: Omit<KnownRepository, 'evidence'>): void;
  /** Idempotent. A path or directory belongs to one repository: adding it elsewhere moves it. */
  addEvidence(id: RepositoryId, evidence: readonly RepositoryEvidence[]): void;
  removeEvidence(id: RepositoryId, evidence: RepositoryEvidence): void;
  removeRepository(id: RepositoryId): void;
}
