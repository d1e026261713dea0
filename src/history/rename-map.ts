import { changeStatuses, type HistorySnapshot, noPath } from '../ports/repository-index.ts';

const renamed = changeStatuses.indexOf('renamed');
/** A path that was renamed this often is followed no further: histories can hold circles. */
const mostHops = 32;

/** Renames of a snapshot's history, followed in both directions. */
export interface RenameMap {
  /** The path id under which a file is known in the snapshot's tree; itself when it was not renamed. */
  current(pathId: number): number;
  /** All earlier ids of the file that is at `pathId` now, without itself. */
  previous(pathId: number): readonly number[];
}

/**
 * Follows renames forward: a path that still exists (or was created again) is itself; one that is gone is where its
 * latest rename took it, and so on.
 *
 * @param exists whether a path id is in the snapshot's tree
 */
export function followRenames(snapshot: HistorySnapshot, exists: (pathId: number) => boolean): RenameMap {
  const latest = latestRenames(snapshot);
  const followed = new Map<number, number>();
  const current = (pathId: number): number => {
    if (!latest.has(pathId) || exists(pathId)) return pathId;
    let place = followed.get(pathId);
    if (place === undefined) {
      place = follow(pathId, latest, exists);
      followed.set(pathId, place);
    }
    return place;
  };
  const previous = (pathId: number): readonly number[] =>
    [...latest.keys()].filter((candidate) => candidate !== pathId && current(candidate) === pathId);
  return { current, previous };
}

function latestRenames(snapshot: HistorySnapshot): ReadonlyMap<number, number> {
  const { offsets, pathIds, previousPathIds, statuses } = snapshot.changes;
  const latest = new Map<number, number>();
  for (let ordinal = 0; ordinal < snapshot.ordinalCount; ordinal++) {
    if (!snapshot.includes(ordinal) || snapshot.isMerge(ordinal)) continue;
    for (let i = offsets[ordinal] as number; i < (offsets[ordinal + 1] as number); i++) {
      const before = previousPathIds[i] as number;
      if (statuses[i] === renamed && before !== noPath) latest.set(before, pathIds[i] as number);
    }
  }
  return latest;
}

function follow(start: number, latest: ReadonlyMap<number, number>, exists: (pathId: number) => boolean): number {
  let place = start;
  for (let hop = 0; hop < mostHops; hop++) {
    const next = latest.get(place);
    if (next === undefined || next === start) return place;
    place = next;
    if (exists(place)) return place;
  }
  return place;
}
