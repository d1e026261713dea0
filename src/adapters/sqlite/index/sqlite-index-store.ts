import type { IndexStore, RepositoryIndex } from '../../../ports/repository-index.ts';
import { damageError } from '../sqlite-error.ts';
import { isAsChecked, noteChecked } from './checked-file.ts';
import {
  asidePath,
  fileIdentity,
  moveIndexAside,
  removeIndex,
  replacingIndex,
  whileIndexStays,
} from './index-files.ts';
import type { IndexOptions } from './index-options.ts';
import { openExistingIndex, openRepositoryIndex } from './open-repository-index.ts';

interface Opened {
  readonly index: RepositoryIndex;
  readonly file: string | undefined;
}

/**
 * Enough attempts when another process is just creating the file; a file system without stable file identities must not
 * cause a failure.
 */
const mostAttempts = 3;

/** The index file of one repository. */
export function sqliteIndexStore(options: IndexOptions): IndexStore {
  const { path } = options;
  let opened: Opened | undefined;
  /** Identity of the file at the last attempt to open it. */
  let tried: string | undefined;
  const close = () => {
    if (opened === undefined) return;
    const { index } = opened;
    opened = undefined;
    whileIndexStays(options, () => index.close());
  };
  const openWith = <T extends RepositoryIndex | undefined>(open: (options: IndexOptions) => T) => {
    // Another process deleted or replaced the file, so the open connection no longer belongs to the current index.
    if (opened !== undefined && fileIdentity(path) !== opened.file) close();
    for (let attempt = 1; opened === undefined; attempt++) {
      tried = fileIdentity(path);
      const index = open(options);
      if (index === undefined) return index;
      if (tried !== undefined && !isAsChecked(path)) requireWhole(index);
      // The file may have been created or replaced meanwhile. Only if its identity is the same before and after was
      // this file opened.
      if (tried === fileIdentity(path) || attempt === mostAttempts) opened = { index, file: tried };
      else whileIndexStays(options, () => index.close());
    }
    return opened.index;
  };
  const requireWhole = (index: RepositoryIndex) => {
    const damage = index.findDamage();
    if (damage === undefined) return noteChecked(path);
    whileIndexStays(options, () => index.close());
    throw damageError(damage, { subject: 'index', path });
  };
  return {
    path,
    existing: () => openWith(openExistingIndex),
    open: () => openWith(openRepositoryIndex) as RepositoryIndex,
    remove(index) {
      const only = index !== undefined && index === opened?.index ? opened.file : undefined;
      close();
      replacingIndex(options, () => {
        if (only === undefined || only === fileIdentity(path)) removeIndex(path);
      });
    },
    setAside() {
      close();
      replacingIndex(options, () => {
        // Another process may have moved it aside already; the file there would then be a new one.
        if (fileIdentity(path) === tried) moveIndexAside(path);
      });
      return asidePath(path);
    },
    aside: () => (fileIdentity(asidePath(path)) === undefined ? undefined : asidePath(path)),
    close,
  };
}
