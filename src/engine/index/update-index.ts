import type { IndexProgress, IndexReport } from '../../model/answers/memory-status.ts';
import type { CommitId } from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { IndexStore, RepositoryIndex } from '../../ports/repository-index.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import { indexRepository } from './index-repository.ts';
import { canReadMore, isOutgrown } from './is-outgrown.ts';
import { withHealthyIndex } from './mending-index.ts';
import { readTree } from './read-tree.ts';

export interface UpdateRequest {
  readonly git: GitReader;
  readonly indexStore: IndexStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly target: CommitId;
  readonly rebuild?: boolean | undefined;
  readonly ownSlug?: string | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Brings the index up to a commit, whatever state it is in: absent, interrupted, behind, damaged, or cut short. */
export async function updateIndex(request: UpdateRequest): Promise<IndexReport> {
  const { git, indexStore, clock, logger, target } = request;
  const startedAtMs = clock.nowMs();
  if (request.rebuild === true) indexStore.remove();
  const report = await withHealthyIndex(indexStore, logger, async (opened, replaced) => {
    const isStale = (await isOutgrown(git, opened)) || (await canReadMore(git, opened));
    const index = isStale ? startOver(indexStore, opened) : opened;
    const outcome = await indexRepository({ ...request, index });
    const snapshot = index.at(target);
    const entries = await readTree(git, index, snapshot);
    return {
      head: target,
      ...outcome,
      commitCount: snapshot.commitCount,
      fileCount: entries?.length ?? 0,
      unreadable: index.state().unreadable,
      tookMs: clock.nowMs() - startedAtMs,
      ...(replaced === undefined ? {} : { replacedCorruptIndex: replaced }),
    };
  });
  logger.info('index updated', { head: target, added: report.commitsAdded, tookMs: report.tookMs });
  return report;
}

function startOver(indexStore: IndexStore, index: RepositoryIndex): RepositoryIndex {
  indexStore.remove(index);
  return indexStore.open();
}
