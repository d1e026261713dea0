import type { MemoryStore } from '../../src/ports/memory-store.ts';
import { openInMemoryMemoryStore } from '../in-memory/in-memory-memory-store.ts';

/** A memory store that ends with the test. */
export function plainStore(): MemoryStore {
  return openInMemoryMemoryStore();
}
