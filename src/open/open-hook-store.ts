import { openMemoryStore } from '../adapters/sqlite/memory/open-memory-store.ts';
import { systemClock } from '../adapters/system/machine.ts';
import type { MemoryStore } from '../ports/memory-store.ts';

/** How long one waits for other writers. */
const busyTimeoutMs = 100;

/** The memory of a home, for a process that answers one moment and ends. Never closed: the last close waits for the disk. */
export function openHookStore(home: string): MemoryStore {
  return openMemoryStore({ directory: home, clock: systemClock, busyTimeoutMs, backups: 'none' });
}
