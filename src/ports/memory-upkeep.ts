/**
 * What a person does with the memory as files. Only a store that keeps files has it; the engine's use cases do not need it.
 * May throw HOME_NOT_WRITABLE, DISK_FULL, MEMORY_BUSY, MEMORY_CORRUPT, MEMORY_TOO_NEW.
 */
export interface MemoryUpkeep {
  /** There once this store has found the memory damaged or lost and has put its backup in place. */
  readonly recovered: MemoryRecovery | undefined;
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
