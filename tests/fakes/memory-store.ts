import { openInMemoryMemoryStore } from '../../src/adapters/in-memory/in-memory-memory-store.ts';
import type { MemoryStore } from '../../src/ports/memory-store.ts';

/** A memory store that ends with the test. */
export function plainStore(): MemoryStore {
  return openInMemoryMemoryStore();
}

/** The part of a store that a test of something else does without. */
export const copying: Pick<MemoryStore, 'backUpTo' | 'restoreFrom' | 'examine'> = {
  backUpTo: () => Promise.reject(new Error('no copy expected')),
  restoreFrom: () => Promise.reject(new Error('no copy expected')),
  examine: () => undefined,
};
