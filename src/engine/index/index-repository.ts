import { indexCommit } from '../../history/commit-message.ts';
import type { IndexProgress, IndexReport } from '../../model/answers/memory-status.ts';
import { AfterwitError, isAfterwitError } from '../../model/errors.ts';
import type { CommitId, CommitRecord, UnreadableCommit } from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { IndexStore, RepositoryIndex } from '../../ports/repository-index.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import { readTree } from './index-code.ts';

interface IndexRequest extends Omit<UpdateRequest, 'indexStore' | 'logger' | 'rebuild'> {
  readonly index: RepositoryIndex;
}

/** Commits, or changed files, per batch: limits both the work lost by an interruption and the memory used. */
const batchCommits = 4_096;
const batchChanges = 50_000;
const progressEvery = 512;
const pollMs = 100;
const longestWaitMs = 600_000;

/**
 * Brings the index up to `target`: lists unknown commits, reads them as a stream, and stores them in batches of one
 * transaction each. An interruption keeps the stored batches; the next run continues after them.
 * @throws INTERRUPTED when the signal is aborted; INDEX_BUSY when another indexer does not finish
 * @returns whether another process was indexing, and this one waited for it
 */
export async function indexRepository(request: IndexRequest) {
  const { index, target } = request;
  let waited = false;
  const deadlineMs = request.clock.nowMs() + longestWaitMs;
  while (!index.state().heads.includes(target)) {
    const lease = index.acquireLease();
    if (lease !== undefined) {
      try {
        return { commitsAdded: await mine(request), waited };
      } finally {
        lease.release();
      }
    }
    waited = true;
    await waitForOther(request, deadlineMs);
  }
  return { commitsAdded: 0, waited };
}

async function mine(request: IndexRequest): Promise<number> {
  const { git, index, target, signal } = request;
  request.onProgress?.({ phase: 'listing', done: 0, total: 0 });
  const listing = await git.listCommits({
    tips: [target],
    known: index.state().heads,
    signal,
  });
  const ids = index.unknown(listing.ids);
  const { added, unreadable } = await store(request, ids);
  request.onProgress?.({ phase: 'finishing', done: ids.length, total: ids.length });
  finish(index, target, [...listing.unreadable, ...unreadable]);
  return added;
}

/** @returns how many were added, and those that cannot be stored at all */
async function store(request: IndexRequest, ids: readonly CommitId[]) {
  const { git, index, signal, onProgress } = request;
  let batch: CommitRecord[] = [];
  let changes = 0;
  let added = 0;
  let done = 0;
  const unreadable: UnreadableCommit[] = [];
  const flush = () => {
    index.append(batch.map((record) => indexCommit(record, request.ownSlug)));
    added += batch.length;
    batch = [];
    changes = 0;
  };
  try {
    for await (const record of git.readCommits(ids, { signal })) {
      if (record.unreadable?.part === 'commit') unreadable.push({ id: record.id, ...record.unreadable });
      else batch.push(record);
      changes += record.changes.length;
      if (done++ % progressEvery === 0) onProgress?.({ phase: 'mining', done, total: ids.length });
      if (batch.length >= batchCommits || changes >= batchChanges) flush();
    }
    flush();
    return { added, unreadable };
  } catch (fault) {
    if (!isAfterwitError(fault) || fault.code !== 'INTERRUPTED') throw fault;
    flush();
    throw interrupted(added, ids.length, fault);
  }
}

/** Records commits whose object is damaged, so that `status` can report them. */
function finish(index: RepositoryIndex, target: CommitId, unreadable: readonly UnreadableCommit[]): void {
  if (index.unknown([target]).length > 0) {
    throw new AfterwitError(
      'UNREADABLE_REPOSITORY',
      `Commit ${target.slice(0, 12)} cannot be read: its object is missing or damaged. Run "git fsck" in the repository, or fetch it again.`,
      { data: { commit: target } },
    );
  }
  index.complete(target, unreadable);
}

function interrupted(stored: number, total: number, cause: unknown): AfterwitError {
  return new AfterwitError(
    'INTERRUPTED',
    `Stopped. ${stored} of ${total} commits were indexed and are kept; run the command again to continue.`,
    { data: { stored, total }, cause },
  );
}

async function waitForOther({ signal, clock, index }: IndexRequest, deadlineMs: number): Promise<void> {
  if (signal?.aborted === true) throw interrupted(0, 0, signal.reason);
  if (clock.nowMs() > deadlineMs) {
    throw new AfterwitError(
      'INDEX_BUSY',
      'Another process has been indexing this repository for ten minutes. Wait for it, or stop it and run the command again.',
      { data: { path: index.state().path } },
    );
  }
  await new Promise((resolve) => setTimeout(resolve, pollMs));
}

/**
 * Whether the repository now has commits *older* than the indexed ones: a shallow clone was deepened, or a damaged
 * mirror was repaired. Parents must have smaller ordinals than their children, so these commits cannot be appended and
 * the index must be rebuilt. Costs nothing when no history was missing.
 */
export async function isOutgrown(git: GitReader, index: RepositoryIndex): Promise<boolean> {
  const { cutCommits, missingParents } = index.state();
  if (cutCommits.length > 0) {
    const boundary = new Set(git.location.shallowBoundary);
    if (cutCommits.some((id) => !boundary.has(id))) return true;
  }
  if (missingParents.length === 0) return false;
  const { ids } = await git.listCommits({ tips: missingParents, known: [] });
  return ids.length > 0;
}

const sampleSize = 4;

/** Whether changes can be read now that were unreadable at indexing. Checks only a few commits. */
export async function canReadMore(git: GitReader, index: RepositoryIndex): Promise<boolean> {
  const withoutChanges = index.state().unreadable.filter(({ part }) => part === 'changes');
  if (withoutChanges.length === 0) return false;
  for await (const record of git.readCommits(withoutChanges.slice(0, sampleSize).map(({ id }) => id))) {
    if (record.unreadable === undefined) return true;
  }
  return false;
}

/**
 * Runs `work`; if the index turns out to be damaged, moves it aside and runs `work` once more. Nothing is lost, because
 * the index is derived from git.
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

export interface UpdateRequest {
  readonly git: GitReader;
  readonly indexStore: IndexStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly target: CommitId;
  readonly rebuild?: boolean | undefined;
  /** `owner/name` of the repository at its forge, so that its own issue links are told from those of others. */
  readonly ownSlug?: string | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Brings the index up to a commit from any state: absent, interrupted, behind, damaged, or cut short. */
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
