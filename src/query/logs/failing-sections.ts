import type { ReadLog } from './read-log.ts';

/** The part of a log that one failing command wrote: from the line that started it to the line that says it failed. */
export interface FailingSection {
  readonly start: number;
  readonly end: number;
}

const mostSections = 20;
const furthestStart = 50_000;
/** How CI services report that a command failed. */
const ends =
  /" (?:exited with [1-9]|failed and exited with [1-9])|^##\[error\]Process completed|^ERROR: Job failed/;
const starts = /^travis_(?:time|fold):start|^\$ |^##\[group\]/;
const command = /The command "([^"]{3,60})/;

/**
 * Finds the sections of a job's log whose command failed. Keeps the last ones if there are many. An output without such
 * marks has none.
 *
 * @param hinted indices of lines that may report a failure
 */
export function failingSections(log: ReadLog, hinted: readonly number[]): readonly FailingSection[] {
  const found = hinted.filter((place) => ends.test(log.text(place))).slice(-mostSections);
  const last = found.at(-1);
  if (last === undefined) return [];
  const started: number[] = [];
  for (let place = last - 1; place >= Math.max(0, last - furthestStart); place--)
    if (starts.test(log.text(place))) started.push(place);
  return found.map((end) => ({ start: startOf(log, end, started), end }));
}

/** Finds the line that echoes the command, or else the nearest line at which any command started. */
function startOf(log: ReadLog, end: number, started: readonly number[]): number {
  const typed = command.exec(log.text(end))?.[1]?.slice(0, 30);
  const before = started.filter((place) => place < end);
  const echo = before.find((place) => typed === undefined || log.text(place).startsWith(`$ ${typed}`));
  return echo ?? before[0] ?? 0;
}
