import type { KnownRepository, RepositoryEvidence, RepositoryId } from '../model/repository.ts';
import type { ItemReader, ItemWriter } from './item-store.ts';

export interface TransactOptions {
  /** Longest wait for other processes, when it is to be less than usual. */
  readonly waitMs?: number;
}

/**
 * What cannot be rebuilt. One per home; written by many processes at once.
 * May throw HOME_NOT_WRITABLE, DISK_FULL, MEMORY_BUSY, MEMORY_CORRUPT, MEMORY_TOO_NEW.
 */
export interface MemoryStore {
  /** There once this store has found the memory damaged or lost and has put its backup in place. */
  readonly recovered: MemoryRecovery | undefined;
  /** Runs `work` alone: no other process or task writes meanwhile. `work` must not await. Rolls back when it throws. */
  transact<T>(work: (transaction: MemoryTransaction) => T, options?: TransactOptions): Promise<T>;
  /** Reads a consistent state. */
  read<T>(work: (reader: MemoryReader) => T): T;
  /**
   * Writes a verified copy of the memory.
   * @throws INVALID_ARGUMENT when a file lies at the path already
   */
  backUpTo(path: string): Promise<MemoryCopy>;
  /**
   * Puts a copy in the memory's place, after verifying all of it. The memory that was there is kept beside it.
   * @throws BACKUP_UNUSABLE when the file is no memory, damaged or too new; nothing is changed then
   */
  restoreFrom(path: string): Promise<MemoryReplacement>;
  /** Looks at every page and every row: 10 to 20 ms a megabyte. What is wrong, in words; undefined when all is well. */
  examine(): string | undefined;
  close(): void;
}

/** How a damaged memory was replaced by its backup. */
export interface MemoryRecovery {
  /** What was wrong with the memory, in words. */
  readonly damage: string;
  /** Where the damaged file is now; absent when it was missing. */
  readonly asidePath?: string;
  readonly restoredFrom: string;
  /** Changes made after this time are only in the file put aside. */
  readonly backedUpAtMs: number;
}

/** A copy of the memory, as it was counted when it was verified. */
export interface MemoryCopy {
  readonly path: string;
  readonly bytes: number;
  readonly itemCount: number;
  readonly decisionCount: number;
}

/** A memory that took the place of another. */
export interface MemoryReplacement extends MemoryCopy {
  /** Where the memory that was there is now; absent when there was none. */
  readonly asidePath?: string;
}

export interface MemoryReader extends ItemReader {
  repository(id: RepositoryId): KnownRepository | undefined;
  repositories(): readonly KnownRepository[];
  /** Repositories that one piece of evidence speaks for. */
  repositoriesWith(evidence: RepositoryEvidence): readonly KnownRepository[];
}

export interface MemoryTransaction extends MemoryReader, ItemWriter {
  addRepository(repository: Omit<KnownRepository, 'evidence'>): void;
  /** Idempotent. A path belongs to one repository: adding it elsewhere moves it. */
  addEvidence(id: RepositoryId, evidence: readonly RepositoryEvidence[]): void;
  removeEvidence(id: RepositoryId, evidence: RepositoryEvidence): void;
  removeRepository(id: RepositoryId): void;
}
