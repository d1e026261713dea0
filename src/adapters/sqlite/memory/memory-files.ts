import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of the memory's files in the home. */
export interface MemoryFiles {
  readonly directory: string;
  readonly database: string;
  /** SQLite's log of what is not in the database yet; there while somebody has it open. */
  readonly log: string;
  /** Complete copy of the database after its last change. */
  readonly backup: string;
  /** File under construction; renamed to the database or the backup when complete. */
  readonly unfinished: string;
  /** Lock file, held while one of the files above is used or replaced. */
  readonly lock: string;
}

export function memoryFiles(directory: string): MemoryFiles {
  const database = join(directory, 'memory.db');
  return {
    directory,
    database,
    log: `${database}-wal`,
    backup: `${database}.backup`,
    unfinished: `${database}.unfinished`,
    lock: `${database}.lock`,
  };
}

/** Whether a memory was ever created here; a backup alone also proves it. */
export function holdsMemory(files: MemoryFiles): boolean {
  return existsSync(files.database) || existsSync(files.backup);
}

/** Files that SQLite keeps beside a database. */
export const companionSuffixes = ['-wal', '-shm'] as const;
