import { isAfterwitError } from '../../model/errors.ts';
import type { IndexStore, RepositoryIndex } from '../../ports/repository-index.ts';
import type { Logger } from '../../ports/system.ts';

/**
 * Runs `work`; if the index turns out to be damaged, moves it aside and runs `work` once more. Nothing is lost, because
 * the index is derived from git.
 *
 * @param work gets the path of the damaged index on the second run
 */
export async function mendingIndex<T>(
  store: () => IndexStore,
  logger: Logger,
  work: (replaced: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await work(undefined);
  } catch (fault) {
    if (!isAfterwitError(fault) || fault.code !== 'INDEX_CORRUPT') throw fault;
    const aside = store().setAside();
    logger.warn('index damaged, rebuilding', { aside, cause: String(fault.data.damage ?? fault.message) });
    return await work(aside);
  }
}

/** The same for work on the index itself, which is created when there is none. */
export function withHealthyIndex<T>(
  store: IndexStore,
  logger: Logger,
  work: (index: RepositoryIndex, replaced: string | undefined) => Promise<T>,
): Promise<T> {
  return mendingIndex(
    () => store,
    logger,
    async (replaced) => await work(store.open(), replaced),
  );
}
