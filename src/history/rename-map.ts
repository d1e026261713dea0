import type { RepositoryPath } from '../model/repository.ts';
import { changeStatuses, type HistorySnapshot, noPath } from '../ports/repository-index.ts';
import { once } from '../text/once.ts';
import { unquotePath } from '../text/path-encoding.ts';

const renamed = changeStatuses.indexOf('renamed');
/** Limit of renames followed for a path: real files have a handful, a hostile history may have any number. */
const mostHops = 100;

/** Renames of a snapshot's history, followed in both directions. */
export interface RenameMap {
  /** The path id of a file in the snapshot's tree; the same id when the file was not renamed. */
  current(pathId: number): number;
  /** All earlier ids of the file that is now at `pathId`, without `pathId`. */
  previous(pathId: number): readonly number[];
}

/**
 * Follows renames forward. A path that still exists (or was created again) stays; a path that is gone leads to the
 * target of its latest rename, and so on. After a circle of renames, the target of the last one counts.
 * @param exists whether a path id is in the snapshot's tree
 */
export function followRenames(snapshot: HistorySnapshot, exists: (pathId: number) => boolean): RenameMap {
  const renames = latestRenames(snapshot);
  const followed = new Map<number, number>();
  const current = (pathId: number): number => {
    if (!renames.has(pathId)) return pathId;
    let place = followed.get(pathId);
    if (place === undefined) {
      place = follow(pathId, renames, exists);
      followed.set(pathId, place);
    }
    return place;
  };
  const byCurrent = once(() => Map.groupBy(renames.keys(), current));
  const previous = (pathId: number): readonly number[] =>
    (byCurrent().get(pathId) ?? []).filter((candidate) => candidate !== pathId);
  return { current, previous };
}

/**
 * Target of each path's latest rename. Has no circles: a rename that would close one removes the circle's first rename.
 */
function latestRenames(snapshot: HistorySnapshot): ReadonlyMap<number, number> {
  const { offsets, pathIds, previousPathIds, statuses } = snapshot.changes;
  const latest = new Map<number, number>();
  const end = offsets[snapshot.ordinalCount] as number;
  let ordinal = 0;
  // One change in a hundred is a rename: `indexOf` finds it faster than a loop.
  for (let i = statuses.indexOf(renamed); i >= 0 && i < end; i = statuses.indexOf(renamed, i + 1)) {
    while ((offsets[ordinal + 1] as number) <= i) ordinal++;
    const before = previousPathIds[i] as number;
    const after = pathIds[i] as number;
    if (before === noPath || before === after) continue;
    if (!snapshot.includes(ordinal) || snapshot.isMerge(ordinal)) continue;
    if (follow(after, latest, (place) => place === before) === before) latest.delete(after);
    latest.set(before, after);
  }
  return latest;
}

function follow(
  start: number,
  renames: ReadonlyMap<number, number>,
  isEnd: (pathId: number) => boolean,
): number {
  let place = start;
  for (let hop = 0; hop < mostHops && !isEnd(place); hop++) {
    const next = renames.get(place);
    if (next === undefined) break;
    place = next;
  }
  return place;
}

/**
 * Id of a file that a commit of the snapshot changed, by its path or by the path in git's quotes, which is the only way
 * to type bytes that are not text. Undefined when there is no such file.
 */
export function findPath(snapshot: HistorySnapshot, path: RepositoryPath): number | undefined {
  // `src\parser.ts` is how Windows writes it. It may be a name by itself, which comes first.
  const names = [path, unquotePath(path), path.replaceAll('\\', '/')].filter((name) => name !== undefined);
  // The index also has paths of commits outside of the snapshot.
  return names
    .map((name) => snapshot.pathId(name))
    .find((pathId) => pathId !== undefined && isTouched(snapshot, pathId));
}

/** Whether a commit of the snapshot, merges included, changed a path or moved it away. */
function isTouched(snapshot: HistorySnapshot, pathId: number): boolean {
  const { offsets, pathIds, previousPathIds } = snapshot.changes;
  for (let ordinal = 0; ordinal < snapshot.ordinalCount; ordinal++) {
    if (!snapshot.includes(ordinal)) continue;
    for (let i = offsets[ordinal] as number; i < (offsets[ordinal + 1] as number); i++) {
      if (pathIds[i] === pathId || previousPathIds[i] === pathId) return true;
    }
  }
  return false;
}
