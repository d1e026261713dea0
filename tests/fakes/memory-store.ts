import type { RepositoryId } from '../../src/model/repository.ts';
import type { MemoryStore } from '../../src/ports/memory-store.ts';
import { openInMemoryMemoryStore } from '../in-memory/in-memory-memory-store.ts';

/** A memory store that ends with the test. @param known repositories that memories may hold in from the start */
export function plainStore(known: readonly string[] = []): MemoryStore {
  return openInMemoryMemoryStore(known as readonly RepositoryId[]);
}
