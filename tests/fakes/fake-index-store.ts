import type { IndexStore, RepositoryIndex } from '../../src/ports/repository-index.ts';
import { plainIndex } from './history-snapshot.ts';

/** Keeps its index in memory, and says how often it was thrown away. */
export interface FakeIndexStore extends IndexStore {
  readonly removals: number;
  readonly setsAside: number;
}

/** @param make the indexes that are made, one after the other; plain ones unless given */
export function fakeIndexStore(make: () => RepositoryIndex = plainIndex): FakeIndexStore {
  let index: RepositoryIndex | undefined;
  let removals = 0;
  let setsAside = 0;
  return {
    path: ':memory:',
    get removals() {
      return removals;
    },
    get setsAside() {
      return setsAside;
    },
    existing: () => index,
    open() {
      index ??= make();
      return index;
    },
    remove() {
      index = undefined;
      removals++;
    },
    setAside() {
      index = undefined;
      setsAside++;
      return `aside-${setsAside}`;
    },
    aside: () => (setsAside === 0 ? undefined : `aside-${setsAside}`),
    close() {},
  };
}
