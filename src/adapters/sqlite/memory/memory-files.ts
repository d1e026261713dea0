import { join } from 'node:path';

/** Names of everything the memory keeps in the home. */
export interface MemoryFiles {
  readonly directory: string;
  readonly database: string;
  /** Whole copy of the database after its last change. */
  readonly backup: string;
  /** Being made; becomes the database or the backup by renaming. */
  readonly unfinished: string;
  /** Locked while one of the files above is put in place. */
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

/** Files that SQLite keeps beside a database. */
export const companionSuffixes = ['-wal', '-shm'] as const;
