import { join } from 'node:path';
import { openInMemoryMemoryStore } from '../../src/adapters/in-memory/in-memory-memory-store.ts';
import type { MemoryStore } from '../../src/ports/memory-store.ts';
import { openStore } from './example-store.ts';

export interface StoreFactory {
  readonly name: string;
  /** Opens an empty memory; `folder` is empty, and the test's own. */
  readonly open: (folder: string) => MemoryStore;
  /** What is written is there when the store is opened again. */
  readonly lasts: boolean;
}

/** Every implementation of the port; all must behave alike. */
export const storeFactories: readonly StoreFactory[] = [
  { name: 'SQLite file', open: (folder) => openStore(join(folder, 'home')), lasts: true },
  { name: 'SQLite in memory', open: () => openStore(':memory:'), lasts: false },
  { name: 'maps', open: () => openInMemoryMemoryStore(), lasts: false },
];
