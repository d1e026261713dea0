import type { LineChange } from '../ports/git-reader.ts';

/** Without a name a line stands in many places. */
const named = /\w{2}/;
/** A line that stands in more places tells nothing of where it was put. */
const mostPlaces = 100;

/**
 * Where the lines that an edit added stand in the file now: runs of them, each as long as it stands there in one place only. What was
 * written over since, or stands elsewhere as well, is left out.
 *
 * @param lines of the file
 */
export function placeAddedLines(
  added: readonly string[],
  lines: readonly string[],
): readonly Pick<LineChange, 'startLine' | 'added' | 'removed'>[] {
  const trimmed = lines.map((line) => line.trim());
  const wanted = added.map((line) => line.trim());
  const places = Map.groupBy(trimmed.keys(), (at) => trimmed[at] ?? '');
  const changes: LineChange[] = [];
  for (let at = 0; at < wanted.length; ) {
    const { length, place } = longestRun(wanted, at, { trimmed, places });
    const run = place === undefined ? [] : lines.slice(place, place + length).map((line) => line.trimEnd());
    if (place !== undefined && run.some((line) => named.test(line)))
      changes.push({ startLine: place + 1, removed: [], added: run });
    at += Math.max(1, length);
  }
  return changes;
}

interface StandingLines {
  readonly trimmed: readonly string[];
  /** Numbers of the lines, from 0, by what they hold. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** The longest run from there; without a place where two are as long. */
function longestRun(
  wanted: readonly string[],
  from: number,
  { trimmed, places }: StandingLines,
): { readonly length: number; readonly place?: number } {
  const starts = places.get(wanted[from] ?? '') ?? [];
  if (starts.length > mostPlaces) return { length: 1 };
  const runs = starts.map((place) => {
    let length = 1;
    while (from + length < wanted.length && trimmed[place + length] === wanted[from + length]) length += 1;
    return { length, place };
  });
  const length = Math.max(0, ...runs.map((run) => run.length));
  const longest = runs.filter((run) => run.length === length);
  return longest.length === 1 && longest[0] !== undefined ? longest[0] : { length };
}
