/**
 * Maintenance of the memory's files by a person. Only a store that keeps files offers it; the engine's use cases do not
 * need it. May throw HOME_NOT_WRITABLE, DISK_FULL, MEMORY_BUSY, MEMORY_CORRUPT, MEMORY_TOO_NEW.
 */
export interface MemoryUpkeep {
  /** Set when this store found the memory damaged or missing and restored its backup. */
  readonly recovered: MemoryRecovery | undefined;
  /**
   * Writes a verified copy of the memory.
   * @throws INVALID_ARGUMENT when a file lies at the path already
   */
  backUpTo(path: string): Promise<MemoryCopy>;
  /**
   * Verifies a copy completely and puts it in the memory's place. The previous memory is kept beside it.
   * @throws BACKUP_UNUSABLE when the file is damaged, too new or not a memory; nothing is changed then
   */
  restoreFrom(path: string): Promise<MemoryReplacement>;
  /** Runs `work`, which removes the memory's files, while nobody uses or rescues them. This process must have closed it. */
  whileUnused<T>(work: () => T): T;
  /**
   * Checks every page and every row, in 10 to 20 ms a megabyte. Returns a description of the damage; undefined when
   * there is none.
   */
  examine(): string | undefined;
}

/** How a damaged memory was replaced by its backup. */
export interface MemoryRecovery {
  /** Description of the damage. */
  readonly damage: string;
  /** Where the damaged file is now; absent when it was missing. */
  readonly asidePath?: string;
  readonly restoredFrom: string;
  /** Time of the restored backup. Later changes are only in the file at {@link asidePath}. */
  readonly backedUpAtMs: number;
}

/** A verified copy of the memory and the number of its rows. */
export interface MemoryCopy {
  readonly path: string;
  readonly bytes: number;
  readonly itemCount: number;
  readonly decisionCount: number;
}

/** A copy that replaced the memory. */
export interface MemoryReplacement extends MemoryCopy {
  /** Where the previous memory is now; absent when there was none. */
  readonly asidePath?: string;
}
