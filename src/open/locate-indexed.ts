import { readTree } from '../engine/index/index-code.ts';
import type { HistoryReader, HistoryWithCode } from '../engine/snapshot/history-reader.ts';
import { isAfterwitError } from '../model/errors.ts';
import { type CommitId, isCommitId } from '../model/repository.ts';
import type { GitReader } from '../ports/git-reader.ts';
import type { IndexStore } from '../ports/repository-index.ts';
import type { Logger } from '../ports/system.ts';

interface LocatingIndexed {
  readonly git: GitReader;
  readonly logger: Logger;
  readonly histories: HistoryReader;
  readonly indexStore: () => IndexStore;
}

/**
 * Answers of `locate` for a caller that cannot wait until something is indexed. Undefined where history or
 * code are not, or cannot be read.
 * @param tip commit, branch or tag
 * @param locate asks a history whose code is indexed
 * @param earlier answer from the latest ancestor of the tip that is indexed, where that itself is not
 */
export type LocateIndexedAt = <Answer>(
  tip: string,
  locate: (history: HistoryWithCode) => Promise<Answer>,
  options?: { readonly earlier?: boolean },
) => Promise<Answer | undefined>;

/** Indexed commits that git is asked about, the latest first: each may take a process. */
const mostEarlierTried = 4;

export function locateIndexed({ git, logger, histories, indexStore }: LocatingIndexed): LocateIndexedAt {
  const ready = new Set<CommitId>();

  /** Whether every blob of its code is in the index; once it is, it stays. */
  const isReady = async ({ snapshot, isCodeRead }: HistoryWithCode): Promise<boolean> => {
    if (ready.has(snapshot.commit)) return true;
    const index = indexStore().existing();
    const tree = snapshot.treePathIds() ?? (index && (await readTree(git, index, snapshot)));
    if (tree === undefined || !(await isCodeRead())) return false;
    ready.add(snapshot.commit);
    return true;
  };

  /** The tip if it is indexed, or where allowed its latest indexed ancestor. Without an index git is not asked. */
  const indexedUpTo = async (tip: string, earlier: boolean): Promise<CommitId | undefined> => {
    const index = indexStore().existing();
    const heads = index?.state().heads ?? [];
    if (index === undefined || heads.length === 0) return undefined;
    const isIndexed = (commit: CommitId) => index.unknown([commit]).length === 0;
    // A full id that is indexed needs no process of git to be understood.
    if (isCommitId(tip) && isIndexed(tip)) return tip;
    const target = await git.resolveCommit(tip);
    if (isIndexed(target)) return target;
    for (const head of earlier ? heads.slice(0, mostEarlierTried) : [])
      if (await git.isAncestor(head, target)) return head;
    return undefined;
  };

  return async (tip, locate, { earlier = false } = {}) => {
    try {
      const indexed = await indexedUpTo(tip, earlier);
      const found =
        indexed &&
        (await histories.read(indexed, async (history) =>
          (await isReady(history)) ? await locate(history) : undefined,
        ));
      if (found === undefined) logger.info('nothing is located', { cause: 'not indexed' });
      return found;
    } catch (fault) {
      if (!isAfterwitError(fault) || fault.code === 'INTERRUPTED') throw fault;
      logger.warn('nothing is located', { code: fault.code });
      return undefined;
    }
  };
}
