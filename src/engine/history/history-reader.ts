import type { CommitId } from '../../model/commit.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { Logger } from '../../ports/logger.ts';
import type { HistorySnapshot, IndexStore, RepositoryIndex } from '../../ports/repository-index.ts';
import type { Code } from '../code/open-code.ts';
import { isOutgrown } from '../index/is-outgrown.ts';
import { mendingIndex } from '../index/mending-index.ts';
import { type FileView, readFileView } from './read-file-view.ts';

/** A snapshot to answer from. */
export interface History {
  readonly snapshot: HistorySnapshot;
  /** Read when first asked for. */
  files(): Promise<FileView>;
}

/** A history whose commit's code can be looked at too. */
export interface HistoryWithCode extends History {
  /**
   * The code of its commit; indexed first where it is not.
   *
   * @param withWorkingTree as it is changed on disk
   */
  code(withWorkingTree: boolean): Promise<Code>;
}

/** Opens histories and keeps the latest, since most questions are about HEAD. */
export interface HistoryReader {
  /**
   * Answers from the history that a commit can see. When the index proves damaged on the way, it is put aside, built
   * anew, and the answer is given from that.
   */
  read<T>(asOf: string | undefined, answer: (history: HistoryWithCode) => Promise<T>): Promise<T>;
  /**
   * The history that a commit can see. What is not indexed yet is indexed first; where nothing is missing, nothing is
   * written, so that reading works in a home that is read-only.
   *
   * @param asOf commit, branch or tag; HEAD unless given
   */
  open(asOf?: string): Promise<HistoryWithCode>;
  /** To be called when the index was changed by other means: its ordinals may be others now. */
  forget(): void;
}

export interface HistoryReaderRequest {
  readonly git: GitReader;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The index of the repository as it is known now. */
  readonly indexStore: () => IndexStore;
  /** Brings the index up to a commit. */
  readonly update: (target: CommitId) => Promise<unknown>;
  /** Reads the code that a snapshot's commit holds. */
  readonly readCode: (index: RepositoryIndex, snapshot: HistorySnapshot) => Promise<Code>;
  /** The same with the changes of the working tree; `previous` is what it gave last time. */
  readonly readWorkingCode: (
    index: RepositoryIndex,
    snapshot: HistorySnapshot,
    clean: Code,
    previous: Code | undefined,
  ) => Promise<Code>;
}

/** HEAD is looked up again after this time. */
const headMaximumAgeMs = 1_000;
const mostKept = 4;

export function historyReader(request: HistoryReaderRequest): HistoryReader {
  const { git, clock, logger, indexStore } = request;
  const kept = new Map<CommitId, HistoryWithCode>();
  /** Another one means that the index was deleted or rebuilt: by us, or by another process. */
  let keptFrom: RepositoryIndex | undefined;
  let refreshedAtMs = clock.nowMs();
  const refresh = async (): Promise<void> => {
    const boundaryBefore = String(git.location.shallowBoundary);
    await git.refresh();
    refreshedAtMs = clock.nowMs();
    if (String(git.location.shallowBoundary) !== boundaryBefore) kept.clear();
  };
  const open = async (asOf?: string): Promise<HistoryWithCode> => {
    if (asOf === undefined && Math.abs(clock.nowMs() - refreshedAtMs) > headMaximumAgeMs) await refresh();
    const find = (commit: string | undefined) =>
      commit !== undefined && indexStore().existing() === keptFrom ? kept.get(commit as CommitId) : undefined;
    // A full id that is kept needs no git process to be resolved.
    const named = find(asOf);
    if (named !== undefined) return named;
    const target = await resolveTarget(git, asOf);
    const known = find(target);
    if (known !== undefined) return known;
    const { index, history } = await openHistory(request, target);
    if (index !== keptFrom || kept.size >= mostKept) kept.clear();
    keptFrom = index;
    kept.set(target, history);
    return history;
  };
  return {
    open,
    read: (asOf, answer) => mendingIndex(indexStore, logger, async () => await answer(await open(asOf))),
    forget: () => kept.clear(),
  };
}

async function openHistory(
  request: HistoryReaderRequest,
  target: CommitId,
): Promise<{ readonly index: RepositoryIndex; readonly history: HistoryWithCode }> {
  if (!(await isUpToDate(request, target))) await request.update(target);
  const index = request.indexStore().open();
  const snapshot = index.at(target);
  let files: Promise<FileView> | undefined;
  let code: Promise<Code> | undefined;
  let workingCode: Code | undefined;
  const history: HistoryWithCode = {
    snapshot,
    files() {
      files ??= readFileView(request.git, index, snapshot);
      return files;
    },
    async code(withWorkingTree) {
      code ??= request.readCode(index, snapshot);
      if (!withWorkingTree) return await code;
      workingCode = await request.readWorkingCode(index, snapshot, await code, workingCode);
      return workingCode;
    },
  };
  return { index, history };
}

async function isUpToDate({ git, indexStore }: HistoryReaderRequest, target: CommitId): Promise<boolean> {
  const index = indexStore().existing();
  if (index === undefined || index.unknown([target]).length > 0) return false;
  // What cannot be brought up to date is good enough to answer from.
  return !index.writable || !(await isOutgrown(git, index));
}

/** @throws EMPTY_REPOSITORY, COMMIT_NOT_FOUND, AMBIGUOUS_COMMIT */
export async function resolveTarget(git: GitReader, asOf: string | undefined): Promise<CommitId> {
  if (asOf !== undefined) return await git.resolveCommit(asOf);
  const { head } = git.location;
  if (head === undefined) {
    throw new AfterwitError(
      'EMPTY_REPOSITORY',
      'The repository has no commit yet. Make a first commit and try again.',
    );
  }
  return head;
}
