import type { IndexStore, RepositoryIndex } from '../../../ports/repository-index.ts';
import { removeIndex, setIndexAside } from './index-files.ts';
import type { IndexOptions } from './index-options.ts';
import { openExistingIndex, openRepositoryIndex } from './open-repository-index.ts';

/** The index file of one repository. */
export function sqliteIndexStore(options: IndexOptions): IndexStore {
  let opened: RepositoryIndex | undefined;
  const close = () => {
    opened?.close();
    opened = undefined;
  };
  return {
    path: options.path,
    existing() {
      opened ??= openExistingIndex(options);
      return opened;
    },
    open() {
      opened ??= openRepositoryIndex(options);
      return opened;
    },
    remove() {
      close();
      removeIndex(options.path);
    },
    setAside() {
      close();
      return setIndexAside(options.path);
    },
    close,
  };
}
