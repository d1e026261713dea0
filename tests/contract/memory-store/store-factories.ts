import { join } from 'node:path';
import type { MemoryStore, MemoryUpkeep } from '../../../src/ports/memory-store.ts';
import { openInMemoryMemoryStore } from '../../in-memory/in-memory-memory-store.ts';
import { openStore } from './example-store.ts';

export interface StoreFactory<Store = MemoryStore> {
  readonly name: string;
  /** Opens an empty memory; `folder` is empty, and the test's own. */
  readonly open: (folder: string) => Store;
  /** Whether written data is there when the store is opened again. */
  readonly lasts: boolean;
}

/** Implementations that a person can back up and restore. */
export const upkeepFactories: readonly StoreFactory<MemoryStore & MemoryUpkeep>[] = [
  { name: 'SQLite file', open: (folder) => openStore(join(folder, 'home')), lasts: true },
  { name: 'SQLite in memory', open: () => openStore(':memory:'), lasts: false },
];

/** Every implementation of the port; all must behave alike. */
export const storeFactories: readonly StoreFactory[] = [
  ...upkeepFactories,
  { name: 'maps', open: () => openInMemoryMemoryStore(), lasts: false },
];
