import { isAfterwitError } from '../model/errors.ts';
import type { IndexStore, RepositoryIndex } from '../ports/repository-index.ts';
import type { Logger } from '../ports/logger.ts';

/**
 * Runs `work` on the index; when that turns out to be damaged, puts it aside and runs `work` once more on a new one.
 * Nothing is lost by that: the index is derived from git.
 *
 * @param work told where the damaged index was put, the second time
 */
export async function withHealthyIndex<T>(
  store: IndexStore,
  logger: Logger,
  work: (index: RepositoryIndex, replaced: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await work(store.open(), undefined);
  } catch (fault) {
    if (!isAfterwitError(fault) || fault.code !== 'INDEX_CORRUPT') throw fault;
    const aside = store.setAside();
    logger.warn('index damaged, rebuilding', { aside, cause: String(fault.cause ?? fault.message) });
    return await work(store.open(), aside);
  }
}
