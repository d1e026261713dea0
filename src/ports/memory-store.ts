import type { KnownRepository, RepositoryEvidence, RepositoryId } from '../model/repository.ts';
import type { ItemReader, ItemWriter } from './item-store.ts';

/**
 * What cannot be rebuilt. One per home; written by many processes at once. Reads are local and synchronous, wherever else the
 * memory is shared with (decision 0014).
 * May throw HOME_NOT_WRITABLE, DISK_FULL, MEMORY_BUSY, MEMORY_CORRUPT, MEMORY_TOO_NEW.
 */
export interface MemoryStore {
  /** Runs `work` alone: no other process or task writes meanwhile. `work` must not await. Rolls back when it throws. */
  transact<T>(work: (transaction: MemoryTransaction) => T): Promise<T>;
  /** Reads a consistent state. */
  read<T>(work: (reader: MemoryReader) => T): T;
  close(): void;
}

export interface MemoryReader extends ItemReader {
  repository(id: RepositoryId): KnownRepository | undefined;
  repositories(): readonly KnownRepository[];
  /** Repositories that one piece of evidence speaks for. */
  repositoriesWith(evidence: RepositoryEvidence): readonly KnownRepository[];
}

export interface MemoryTransaction extends MemoryReader, ItemWriter {
  addRepository(repository: Omit<KnownRepository, 'evidence'>): void;
  /** Idempotent. A path or directory belongs to one repository: adding it elsewhere moves it. */
  addEvidence(id: RepositoryId, evidence: readonly RepositoryEvidence[]): void;
  removeEvidence(id: RepositoryId, evidence: RepositoryEvidence): void;
  removeRepository(id: RepositoryId): void;
}
