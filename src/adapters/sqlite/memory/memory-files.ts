import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Names of everything the memory keeps in the home. */
export interface MemoryFiles {
  readonly directory: string;
  readonly database: string;
  /** Whole copy of the database after its last change. */
  readonly backup: string;
  /** Being made; becomes the database or the backup by renaming. */
  readonly unfinished: string;
  /** Locked while one of the files above is used or put in place. */
  readonly lock: string;
}

export function memoryFiles(directory: string): MemoryFiles {
  const database = join(directory, 'memory.db');
  return {
    directory,
    database,
    backup: `${database}.backup`,
    unfinished: `${database}.unfinished`,
    lock: `${database}.lock`,
  };
}

/** Whether a memory was ever made here: whoever has a backup had a memory. */
export function holdsMemory(files: MemoryFiles): boolean {
  return existsSync(files.database) || existsSync(files.backup);
}

/** Files that SQLite keeps beside a database. */
export const companionSuffixes = ['-wal', '-shm'] as const;
