import { DatabaseSync } from 'node:sqlite';
import { fileError, sqliteError } from '../sqlite-error.ts';
import type { MemoryFiles } from './memory-files.ts';

/**
 * Runs `work` while no other process makes, replaces or backs up the memory. An empty database serves as the lock:
 * the system lets go of it when the process dies, however it dies, and it needs no room on the disk.
 */
export function withMemoryLock<T>(files: MemoryFiles, busyTimeoutMs: number, work: () => T): T {
  const lock = openLock(files, busyTimeoutMs);
  try {
    return work();
  } finally {
    lock.close();
  }
}

function openLock(files: MemoryFiles, busyTimeoutMs: number): DatabaseSync {
  const context = { subject: 'memory', path: files.database } as const;
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(files.lock, { timeout: busyTimeoutMs });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (fault) {
    lock?.close();
    throw fileError(sqliteError(fault, context), context);
  }
}
