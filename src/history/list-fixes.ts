import { changeStatuses, type HistorySnapshot, type StoredCommit } from '../ports/repository-index.ts';
import { isFaultFix } from './is-fault-fix.ts';
import type { RenameMap } from './rename-map.ts';

/** A commit that fixed a fault in some of the files asked about. */
export interface ListedFix {
  readonly commit: StoredCommit;
  /** Paths of these files in the commit, with those of today. */
  readonly paths: ReadonlyMap<string, string>;
}

/** A file, and how many of its latest fixes are wanted. */
export interface FileToSearch {
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

/** Files asked about that a commit modified: the path in the commit, and that of today. None of a commit with too many files. */
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
