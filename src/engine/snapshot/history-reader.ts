import { followRenames, type RenameMap } from '../../history/rename-map.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { CommitId } from '../../model/repository.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import type { HistorySnapshot, IndexStore, RepositoryIndex } from '../../ports/repository-index.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import { readTree } from '../index/index-code.ts';
import { isOutgrown, mendingIndex } from '../index/index-repository.ts';
import type { Code } from './open-code.ts';

export interface History {
  readonly snapshot: HistorySnapshot;
  /** Read on first use. */
  files(): Promise<FileView>;
}

/** A history that also gives access to the code of its commit. */
export interface HistoryWithCode extends History {
  /**
   * The code of its commit; indexes it first if needed.
   * @param withWorkingTree with the changes of the working tree
   */
  code(withWorkingTree: boolean): Promise<Code>;
  /** Whether all its code is in the index: nothing is indexed, and {@link code} returns the code opened for it. */
  isCodeRead(): Promise<boolean>;
  /** Returns the part of the commit's code that is read within this time, while the rest goes on being read. */
  codeWithin(mostMs: number): Promise<CodeSoFar>;
}

interface CodeSoFar {
  readonly code: Code;
  readonly isWhole: boolean;
}

/** Opens histories and caches the latest ones, since most queries are about HEAD. */
export interface HistoryReader {
  /**
   * Answers from the history of a commit. If the index turns out to be damaged, it is moved aside and rebuilt, and the
   * answer is computed again.
   * @param needsCode a first history and the code of its commit are read beside each other
   */
  read<T>(
    asOf: string | undefined,
    answer: (history: HistoryWithCode) => Promise<T>,
    needsCode?: boolean,
  ): Promise<T>;
  /**
   * Answers from the index as it stands: the history of `tip`, else of the latest indexed commit that `tip`
   * holds. Indexes nothing, for a caller that cannot wait; undefined where no such commit is indexed.
   */
  readIndexed<T>(
    tip: CommitId,
    holds: (commit: CommitId) => Promise<boolean | undefined>,
    answer: (history: History) => Promise<T>,
  ): Promise<T | undefined>;
  /**
   * The history of a commit. Missing commits are indexed first. If none is missing, nothing is written, so reading
   * works in a read-only home.
   * @param asOf commit, branch or tag; default: HEAD
   */
  open(asOf?: string): Promise<HistoryWithCode>;
  /** Drops the cache. Call it after the index was changed elsewhere, because ordinals may have changed. */
  forget(): void;
}

export interface HistoryReaderRequest {
  readonly git: GitReader;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The index of the current repository. */
  readonly indexStore: () => IndexStore;
  /** Brings the index up to a commit. */
  readonly update: (target: CommitId) => Promise<unknown>;
  /** Reads the code of a commit while its history is read; ends with a history that fails. */
  readonly readCodeAhead?: (
    index: RepositoryIndex,
    target: CommitId,
    history: Promise<unknown>,
  ) => Promise<void>;
  /** Reads the code of a snapshot's commit. */
  readonly readCode: (index: RepositoryIndex, snapshot: HistorySnapshot) => Promise<Code>;
  /** The parts of it that are read, as they stand. */
  readonly readCodeSoFar: HistoryReaderRequest['readCode'];
  /** The same with the changes of the working tree; `previous` is its last result. */
  readonly readWorkingCode: (
    index: RepositoryIndex,
    snapshot: HistorySnapshot,
    clean: Code,
    previous: Code | undefined,
  ) => Promise<Code>;
}

/** HEAD is resolved again after this time. */
const headMaximumAgeMs = 1_000;
const mostKept = 4;
/** Indexed commits that git is asked about, the latest first: each may take a process. */
const mostEarlierTried = 4;

export function historyReader(request: HistoryReaderRequest): HistoryReader {
  const { git, clock, logger, indexStore } = request;
  const kept = new Map<CommitId, HistoryWithCode>();
  /** The index of the cached histories. A different index means that this or another process deleted or rebuilt it. */
  let keptFrom: RepositoryIndex | undefined;
  let refreshedAtMs = clock.nowMs();
  const refresh = async (): Promise<void> => {
    const boundaryBefore = String(git.location.shallowBoundary);
    await git.refresh();
    refreshedAtMs = clock.nowMs();
    if (String(git.location.shallowBoundary) !== boundaryBefore) kept.clear();
  };
  /** Reads a first history and, beside it, the code: git, this thread and the parser's share the processors. */
  const updateWithCode = async (target: CommitId): Promise<void> => {
    const index = indexStore().open();
    const isFirst = index.writable && index.state().heads.length === 0;
    const history = request.update(target);
    // A fault in the code is met again, and told, when the code is opened.
    const code = isFirst ? request.readCodeAhead?.(index, target, history).catch(() => undefined) : undefined;
    await history;
    await code;
  };
  const open = async (asOf?: string, needsCode = false): Promise<HistoryWithCode> => {
    if (asOf === undefined && Math.abs(clock.nowMs() - refreshedAtMs) > headMaximumAgeMs) await refresh();
    const find = (commit: string | undefined) =>
      commit !== undefined && indexStore().existing() === keptFrom ? kept.get(commit as CommitId) : undefined;
    // A full id in the cache is found without a git process.
    const named = find(asOf);
    if (named !== undefined) return named;
    const target = await resolveTarget(git, asOf);
    const known = find(target);
    if (known !== undefined) return known;
    if (!(await isUpToDate(request, target)))
      await (needsCode ? updateWithCode(target) : request.update(target));
    return keep(indexStore().open(), target);
  };
  const keep = (index: RepositoryIndex, target: CommitId): HistoryWithCode => {
    const history = openHistory(request, index, target);
    if (index !== keptFrom || kept.size >= mostKept) kept.clear();
    keptFrom = index;
    kept.set(target, history);
    return history;
  };
  return {
    open,
    read: (asOf, answer, needsCode) =>
      mendingIndex(indexStore, logger, async () => await answer(await open(asOf, needsCode))),
    readIndexed: (tip, holds, answer) =>
      mendingIndex(indexStore, logger, async () => {
        const index = indexStore().existing();
        const target = index && (await indexedUpTo(index, tip, holds));
        if (index === undefined || target === undefined) return undefined;
        return await answer((index === keptFrom ? kept.get(target) : undefined) ?? keep(index, target));
      }),
    forget: () => kept.clear(),
  };
}

function openHistory(
  request: HistoryReaderRequest,
  index: RepositoryIndex,
  target: CommitId,
): HistoryWithCode {
  const snapshot = index.at(target);
  let files: Promise<FileView> | undefined;
  let code: Promise<Code> | undefined;
  let workingCode: Code | undefined;
  return {
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
    async isCodeRead() {
      const soFar = await request.readCodeSoFar(index, snapshot);
      if (soFar.snapshot.unread > 0) return false;
      code ??= Promise.resolve(soFar);
      return true;
    },
    async codeWithin(mostMs) {
      code ??= request.readCode(index, snapshot);
      const whole = await within(code, mostMs);
      return whole === undefined
        ? { code: await request.readCodeSoFar(index, snapshot), isWhole: false }
        : { code: whole, isWhole: true };
    },
  };
}

/** Undefined after that time; whether the work fails later, those learn who wait for it. */
async function within<T>(work: Promise<T>, mostMs: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), mostMs);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The latest commit up to which the history of `tip` is indexed. */
async function indexedUpTo(
  index: RepositoryIndex,
  tip: CommitId,
  holds: (commit: CommitId) => Promise<boolean | undefined>,
): Promise<CommitId | undefined> {
  if (index.unknown([tip]).length === 0) return tip;
  for (const head of index.state().heads.slice(0, mostEarlierTried)) if (await holds(head)) return head;
  return undefined;
}

async function isUpToDate({ git, indexStore }: HistoryReaderRequest, target: CommitId): Promise<boolean> {
  const index = indexStore().existing();
  if (index === undefined || index.unknown([target]).length > 0) return false;
  // An index that cannot be updated is still good enough to answer from.
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

/** The files of a snapshot's commit, with their earlier names. */
export interface FileView {
  readonly renames: RenameMap;
  /** Whether a path id is in the tree of the snapshot's commit. */
  readonly exists: (pathId: number) => boolean;
}

export async function readFileView(
  git: GitReader,
  index: RepositoryIndex,
  snapshot: HistorySnapshot,
): Promise<FileView> {
  const ids =
    snapshot.treePathIds() ??
    (await readTree(git, index, snapshot))?.map(({ path }) => snapshot.pathId(path) ?? 0);
  const present = new Set<number>(ids);
  const exists = (pathId: number) => ids === undefined || present.has(pathId);
  return { renames: followRenames(snapshot, exists), exists };
}
