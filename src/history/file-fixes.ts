import type { CommitId } from '../model/repository.ts';
import { changeStatuses, type HistorySnapshot, type StoredCommit } from '../ports/repository-index.ts';
import { groupRepetitions } from './collapse-repetitions.ts';
import { isFaultFix } from './commit-message.ts';
import { evidenceCommits } from './file-activity.ts';
import type { RenameMap } from './rename-map.ts';

/** A commit that fixed a fault in some of the files asked about. */
export interface ListedFix {
  readonly commit: StoredCommit;
  /** Paths of these files in the commit, with those of today. */
  readonly paths: ReadonlyMap<string, string>;
}

/** A file, and how many of its latest fixes are wanted. */
interface FileToSearch {
  readonly path: string;
  readonly mostFixes: number;
}

/** Commits that changed one of the files and whose messages are read, for each file. */
const mostReadOfFile = 300;
const modified = changeStatuses.indexOf('modified');

/**
 * Commits that fixed a fault in one of the files, the latest first, found through renames of the files. Neither merges,
 * nor commits with too many files, nor those that were reverted.
 */
export function listFixes(
  snapshot: HistorySnapshot,
  renames: RenameMap,
  files: readonly FileToSearch[],
  evidenceFileLimit: number,
): readonly ListedFix[] {
  const todayOf = idsOf(snapshot, renames, files);
  const limits = new Map(files.map(({ path, mostFixes }) => [path, mostFixes]));
  const read = new Map<string, number>();
  const taken = new Map<string, number>();
  const fixes: ListedFix[] = [];
  for (let ordinal = snapshot.ordinalCount - 1; ordinal >= 0; ordinal--) {
    if (!snapshot.includes(ordinal) || snapshot.isMerge(ordinal)) continue;
    const changed = modifiedPaths(snapshot, ordinal, todayOf, evidenceFileLimit);
    const unread = changed.filter(([, today]) => (read.get(today) ?? 0) < mostReadOfFile);
    for (const [, today] of unread) add(read, today);
    const paths = new Map(unread.filter(([, today]) => (taken.get(today) ?? 0) < (limits.get(today) ?? 0)));
    if (paths.size === 0) continue;
    const commit = snapshot.stored(ordinal);
    if (!isFaultFix(commit.message) || wasReverted(snapshot, commit)) continue;
    for (const today of paths.values()) add(taken, today);
    fixes.push({ commit, paths });
  }
  return fixes.toSorted((a, b) => b.commit.committedAtMs - a.commit.committedAtMs);
}

function add(counts: Map<string, number>, path: string): void {
  counts.set(path, (counts.get(path) ?? 0) + 1);
}

/** The asked files that a commit modified, with the path then and the path now. None of a commit with too many files. */
function modifiedPaths(
  snapshot: HistorySnapshot,
  ordinal: number,
  todayOf: ReadonlyMap<number, string>,
  evidenceFileLimit: number,
): readonly (readonly [string, string])[] {
  const { offsets, pathIds, statuses } = snapshot.changes;
  const start = offsets[ordinal] as number;
  const end = offsets[ordinal + 1] as number;
  if (end - start > evidenceFileLimit) return [];
  const found: (readonly [string, string])[] = [];
  for (let i = start; i < end; i++) {
    const today = statuses[i] === modified ? todayOf.get(pathIds[i] as number) : undefined;
    if (today !== undefined) found.push([snapshot.path(pathIds[i] as number), today]);
  }
  return found;
}

/** Path of today by the ids of all paths that each file has had. */
function idsOf(
  snapshot: HistorySnapshot,
  renames: RenameMap,
  files: readonly FileToSearch[],
): ReadonlyMap<number, string> {
  return new Map(
    files.flatMap(({ path }) => {
      const id = snapshot.pathId(path);
      return id === undefined ? [] : [id, ...renames.previous(id)].map((each) => [each, path] as const);
    }),
  );
}

function wasReverted(snapshot: HistorySnapshot, { id }: StoredCommit): boolean {
  return snapshot.commitsReferringTo(id).some(({ relation }) => relation === 'reverts');
}

/** A commit that tells of a fault in a file. */
interface PastChange {
  readonly commit: StoredCommit;
  /** `fix`: it says so, or closes an issue; `reverted`: it was taken back. */
  readonly kind: 'fix' | 'reverted';
  readonly revertedBy?: CommitId;
  /** Older commits that say and do the same, such as backports; they are not listed themselves. */
  readonly repeatedBy: readonly CommitId[];
}

/** Older commits of a file are not read: a file that changes daily has thousands. */
const mostRead = 300;
/** Changes that are compared with each other for each wanted one. */
const comparedPerChange = 8;

/** Fixes of a file, and changes of it that were reverted, the latest first. A reverted one is no fix. */
export function findPastChanges(
  snapshot: HistorySnapshot,
  pathId: number,
  renames: RenameMap,
  { evidenceFileLimit, limit }: { readonly evidenceFileLimit: number; readonly limit: number },
): readonly PastChange[] {
  const ordinals: number[] = [];
  for (const { ordinal, paths } of evidenceCommits(snapshot, renames, evidenceFileLimit))
    if (paths.has(pathId)) ordinals.push(ordinal);
  const latest = ordinals
    .toSorted((a, b) => (snapshot.times[b] as number) - (snapshot.times[a] as number))
    .slice(0, mostRead);
  const found = new Map<number, Omit<PastChange, 'repeatedBy'>>();
  for (const ordinal of latest) {
    if (found.size >= comparedPerChange * limit) break;
    const commit = snapshot.stored(ordinal);
    const revert = snapshot.commitsReferringTo(commit.id).find(({ relation }) => relation === 'reverts');
    if (revert !== undefined)
      found.set(ordinal, { commit, kind: 'reverted', revertedBy: snapshot.stored(revert.ordinal).id });
    else if (isFaultFix(commit.message)) found.set(ordinal, { commit, kind: 'fix' });
  }
  return groupRepetitions(snapshot, [...found.keys()])
    .slice(0, limit)
    .flatMap(([first, ...repeats]) => {
      const change = found.get(first);
      const repeatedBy = repeats.map((ordinal) => snapshot.stored(ordinal).id);
      return change === undefined ? [] : [{ ...change, repeatedBy }];
    });
}
