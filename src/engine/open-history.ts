import type { CommitId } from '../model/commit.ts';
import { AfterwitError } from '../model/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { GitReader } from '../ports/git-reader.ts';
import type { HistorySnapshot, IndexStore } from '../ports/repository-index.ts';
import { type FileView, readFileView } from './read-file-view.ts';

/** A snapshot to answer from. */
export interface History {
  readonly snapshot: HistorySnapshot;
  /** Read when first asked for. */
  files(): Promise<FileView>;
}

/** Opens histories and keeps the latest, since most questions are about HEAD. */
export interface HistoryReader {
  /**
   * The history that a commit can see. What is not indexed yet is indexed first; where nothing is missing, nothing is
   * written, so that reading works in a home that is read-only.
   *
   * @param asOf commit, branch or tag; HEAD unless given
   */
  open(asOf?: string): Promise<History>;
  /** To be called when the index was changed by other means: its ordinals may be others now. */
  forget(): void;
}

export interface HistoryReaderRequest {
  readonly git: GitReader;
  readonly clock: Clock;
  /** The index of the repository as it is known now. */
  readonly indexStore: () => IndexStore;
  /** Brings the index up to a commit. */
  readonly update: (target: CommitId) => Promise<unknown>;
}

/** HEAD is looked up again after this time. */
const headMaximumAgeMs = 1_000;
const mostKept = 4;

export function historyReader(request: HistoryReaderRequest): HistoryReader {
  const { git, clock } = request;
  const kept = new Map<CommitId, History>();
  let refreshedAtMs = clock.nowMs();
  return {
    async open(asOf) {
      if (asOf === undefined && Math.abs(clock.nowMs() - refreshedAtMs) > headMaximumAgeMs) {
        await git.refresh();
        refreshedAtMs = clock.nowMs();
      }
      const target = await resolveTarget(git, asOf);
      const history = kept.get(target) ?? (await openHistory(request, target, () => kept.clear()));
      if (kept.size >= mostKept) kept.clear();
      kept.set(target, history);
      return history;
    },
    forget: () => kept.clear(),
  };
}

async function openHistory(
  request: HistoryReaderRequest,
  target: CommitId,
  onUpdate: () => void,
): Promise<History> {
  const existing = request.indexStore().existing();
  if (existing === undefined || existing.unknown([target]).length > 0) {
    onUpdate();
    await request.update(target);
  }
  const index = request.indexStore().open();
  const snapshot = index.at(target);
  let files: Promise<FileView> | undefined;
  return {
    snapshot,
    files() {
      files ??= readFileView(request.git, index, snapshot);
      return files;
    },
  };
}

/** @throws EMPTY_REPOSITORY, COMMIT_NOT_FOUND, AMBIGUOUS_COMMIT */
export async function resolveTarget(git: GitReader, asOf: string | undefined): Promise<CommitId> {
  if (asOf !== undefined) return await git.resolveCommit(asOf);
  const { head } = git.location;
  if (head === undefined) {
    throw new AfterwitError('EMPTY_REPOSITORY', 'The repository has no commit yet. Make a first commit and try again.');
  }
  return head;
}
