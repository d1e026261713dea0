import { changeStatuses, type HistorySnapshot } from '../ports/repository-index.ts';
import type { RenameMap } from './rename-map.ts';

/**
 * Query-independent facts about some files from a history, computed once a snapshot. A file is identified by its place,
 * its position in the given list. Changes are counted under current names.
 */
export interface FilePast {
  readonly fileCount: number;
  /**
   * Commit `o` changed the files `places[offsets[o]] … places[offsets[o + 1] - 1]`; commits with too many files have
   * none.
   */
  readonly offsets: Uint32Array;
  readonly places: Uint32Array;
  /** Number of files that each commit changed, including files outside of the list; 0 for a commit with too many. */
  readonly widths: Uint16Array;
  /** Changes by commits that are not merges, by place. */
  readonly changeCounts: Uint32Array;
  /** Days since the last change, by place; {@link longestAgeDays} if there was none. */
  readonly daysSinceChange: Float64Array;
  /**
   * Changes, each halved for every 60 days of age and divided by the root of the commit's number of files, by place.
   */
  readonly recentChanges: Float64Array;
  /** Decayed length of all messages of the file's commits, by place: the virtual document of `recall-files.ts`. */
  readonly messageLengths: Float64Array;
  readonly priors: FilePriors;
  /** Number of commits that changed files of the list, without merges. */
  readonly commitCount: number;
}

export const msPerDay = 86_400_000;
const longestAgeDays = 4_000;
const recentHalfLifeDays = 60;
const messageHalfLifeDays = 1460;
const deletedStatus = changeStatuses.indexOf('deleted');

/** @param paths source files first, in the caller's order; a path without a commit has no past */
export function gatherFilePast(
  snapshot: HistorySnapshot,
  renames: RenameMap,
  paths: readonly string[],
  evidenceFileLimit: number,
): FilePast {
  const past = emptyPast(snapshot, paths.length);
  const placeOf = placesByPathId(snapshot, renames, paths);
  const { times, committedAtMs } = snapshot;
  const { offsets, pathIds, statuses } = snapshot.changes;
  let end = 0;
  let commitCount = 0;
  for (let ordinal = 0; ordinal < snapshot.ordinalCount; ordinal++) {
    const from = end;
    const start = offsets[ordinal] as number;
    const stop = offsets[ordinal + 1] as number;
    if (snapshot.includes(ordinal) && stop - start <= evidenceFileLimit) {
      let width = 0;
      for (let i = start; i < stop; i++) {
        if (statuses[i] === deletedStatus) continue;
        width++;
        const place = placeOf[pathIds[i] as number] as number;
        if (place < 0 || isAmong(past.places, from, end, place)) continue;
        past.places[end++] = place;
      }
      past.widths[ordinal] = width;
    }
    past.offsets[ordinal + 1] = end;
    if (end > from && countCommit(snapshot, past, ordinal, committedAtMs - (times[ordinal] as number)))
      commitCount++;
  }
  return { ...past, places: past.places.slice(0, end), priors: priorsOf(past, paths), commitCount };
}

/** A loop makes no view of the array, as there would be one for each change of a history. */
function isAmong(places: Uint32Array, from: number, end: number, place: number): boolean {
  for (let at = from; at < end; at++) if (places[at] === place) return true;
  return false;
}

function emptyPast({ changes, ordinalCount }: HistorySnapshot, fileCount: number) {
  return {
    fileCount,
    offsets: new Uint32Array(ordinalCount + 1),
    places: new Uint32Array(changes.offsets[ordinalCount] as number),
    widths: new Uint16Array(ordinalCount),
    changeCounts: new Uint32Array(fileCount),
    daysSinceChange: new Float64Array(fileCount).fill(longestAgeDays),
    recentChanges: new Float64Array(fileCount),
    messageLengths: new Float64Array(fileCount),
  };
}

/** Place of a path id's current file; −1 for a file outside of the list. */
function placesByPathId(snapshot: HistorySnapshot, renames: RenameMap, paths: readonly string[]): Int32Array {
  const present = new Int32Array(snapshot.pathCount).fill(-1);
  paths.forEach((path, place) => {
    const id = snapshot.pathId(path);
    if (id !== undefined) present[id] = place;
  });
  return present.map((place, id) => (place < 0 ? (present[renames.current(id)] ?? -1) : place));
}

/** @returns whether the commit changed files of the list */
function countCommit(
  snapshot: HistorySnapshot,
  past: ReturnType<typeof emptyPast>,
  ordinal: number,
  ageMs: number,
): boolean {
  const ageDays = Math.max(0, ageMs) / msPerDay;
  const share = 1 / Math.sqrt(past.widths[ordinal] as number);
  const words =
    messageWeight(ageDays, past.widths[ordinal] as number) * (snapshot.documentLengths[ordinal] ?? 0);
  const isMerge = snapshot.isMerge(ordinal);
  for (let i = past.offsets[ordinal] as number; i < (past.offsets[ordinal + 1] as number); i++) {
    const place = past.places[i] as number;
    past.messageLengths[place] = (past.messageLengths[place] as number) + words;
    past.daysSinceChange[place] = Math.min(past.daysSinceChange[place] as number, ageDays);
    if (isMerge) continue;
    past.changeCounts[place] = (past.changeCounts[place] as number) + 1;
    past.recentChanges[place] =
      (past.recentChanges[place] as number) + share * 0.5 ** (ageDays / recentHalfLifeDays);
  }
  return !isMerge;
}

/** Weight of a commit's message in the virtual document of each of its files. */
export function messageWeight(ageDays: number, width: number): number {
  return 0.5 ** (ageDays / messageHalfLifeDays) / Math.sqrt(Math.max(1, width));
}

/** Query-independent features of files from their past; by place, see `file-past.ts`. */
interface FilePriors {
  /** −ln(1 + days since the last change) / 10. */
  readonly lastChange: Float64Array;
  /** ln(1 + changes) / 10. */
  readonly changeCount: Float64Array;
  /** Share of all changes that went to files with the same extension, ÷ that of the extension with most. */
  readonly extensionShare: Float64Array;
}

function priorsOf(
  past: { readonly changeCounts: Uint32Array; readonly daysSinceChange: Float64Array },
  paths: readonly string[],
): FilePriors {
  return {
    lastChange: past.daysSinceChange.map((days) => -Math.log1p(days) / 10),
    changeCount: Float64Array.from(past.changeCounts, (count) => Math.log1p(count) / 10),
    extensionShare: shareExtensions(past.changeCounts, paths),
  };
}

function shareExtensions(changeCounts: Uint32Array, paths: readonly string[]): Float64Array {
  const extensions = paths.map((path) => /\.[^./]+$/.exec(path)?.[0] ?? '');
  const counts = new Map<string, number>();
  extensions.forEach((extension, place) => {
    counts.set(extension, (counts.get(extension) ?? 0) + (changeCounts[place] as number));
  });
  const most = Math.max(1, ...counts.values());
  return Float64Array.from(extensions, (extension) => (counts.get(extension) ?? 0) / most);
}
