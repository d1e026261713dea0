import type { ErrorLine } from './error-lines.ts';
import { rankAnchors } from './rank-anchors.ts';
import { ReadLog } from './read-log.ts';
import { terminalLines } from './terminal-lines.ts';

interface ExcerptBudget {
  /** The most lines with words that an excerpt holds. */
  readonly maxLines: number;
}

/** How many of an anchor's lines may stand above it: at first a number, later a share. */
const shareAbove = 1 / 4;
const mostAboveFirst = 6;
const mostPassed = 2;
const startsCommand = /^\$ /;

/**
 * Selects the lines that say why a command failed, up to the given number. They keep their order and look as a terminal
 * would show them. Takes time linear in the output's length. Secrets are not removed.
 */
export function errorExcerpt(output: string, budget: ExcerptBudget): readonly string[] {
  const lines = terminalLines(output);
  return excerptIndices(lines, budget).map((index) => lines[index] ?? '');
}

/** Indices, ascending, of the lines that {@link errorExcerpt} shows. */
function excerptIndices(lines: readonly string[], budget: ExcerptBudget): readonly number[] {
  return rankLines(lines)(budget.maxLines).toSorted((left, right) => left - right);
}

/** Reads an output once, to choose any number of lines from it: the indices, with the most informative blocks first. */
export function rankLines(lines: readonly string[]): (maxLines: number) => readonly number[] {
  const log = new ReadLog(lines);
  let anchors: readonly number[] | undefined;
  return (maxLines) => {
    if (log.size <= maxLines) return log.written;
    anchors ??= rankAnchors(log);
    return blocksAt(log, anchors, maxLines);
  };
}

/** Indices of the lines in the blocks of these anchors, the first anchor's first, until there are enough. */
export function blocksAt(log: ReadLog, anchors: readonly number[], maxLines: number): readonly number[] {
  const chosen = new Set<number>();
  for (const anchor of anchors) {
    if (chosen.size >= maxLines) break;
    if (!isOpen(log, chosen, anchor)) continue;
    for (const place of around(log, anchor, maxLines, chosen)) chosen.add(place);
  }
  return [...chosen].flatMap((place) => log.written[place] ?? []);
}

/** A block holds the anchor, a few lines before it, the lines after it and, if there is room, more lines before it. */
function around(
  log: ReadLog,
  anchor: number,
  maxLines: number,
  chosen: ReadonlySet<number>,
): readonly number[] {
  const room = maxLines - chosen.size;
  const lead = Math.min(Math.floor(maxLines * shareAbove), mostAboveFirst, room - 1);
  const above = leadTo(log, anchor, lead, chosen);
  const below = follow(log, anchor, room - 1 - above.length, chosen);
  const left = room - 1 - above.length - below.length;
  const more = left <= 0 ? [] : leadFurther(log, anchor, above, Math.floor(maxLines / 2), left, chosen);
  return [anchor, ...above, ...below, ...more];
}

function isOpen(log: ReadLog, chosen: ReadonlySet<number>, place: number): boolean {
  return place >= 0 && place < log.size && !chosen.has(place) && !log.marks(place).isFurniture;
}

function leadTo(log: ReadLog, anchor: number, most: number, chosen: ReadonlySet<number>): readonly number[] {
  const above: number[] = [];
  const isWeak = log.marks(anchor).telling < 2;
  for (let place = anchor - 1; above.length < most && leads(log, place, chosen); place--) {
    const gap = log.gapBefore(place + 1);
    if (gap > 1 && !(isWeak && above.length === 0)) break;
    if (gap >= 1 && above.length >= 2) break;
    above.push(place);
  }
  return above;
}

function leadFurther(
  log: ReadLog,
  anchor: number,
  above: readonly number[],
  most: number,
  room: number,
  chosen: ReadonlySet<number>,
): readonly number[] {
  const more: number[] = [];
  let count = above.length;
  for (let place = (above.at(-1) ?? anchor) - 1; more.length < room && count < most; place--) {
    const gap = log.gapBefore(place + 1);
    if (!leads(log, place, chosen) || gap > 2 || (gap > 0 && count >= 2)) break;
    more.push(place);
    count++;
  }
  return more;
}

function leads(log: ReadLog, place: number, chosen: ReadonlySet<number>): boolean {
  return isOpen(log, chosen, place) && !startsCommand.test(log.text(place)) && !log.marks(place).isPassed;
}

function follow(log: ReadLog, anchor: number, most: number, chosen: ReadonlySet<number>): readonly number[] {
  const below: number[] = [];
  const isEpilogue = log.marks(anchor).isEpilogue;
  let passed = 0;
  for (let place = anchor + 1; below.length < most && isOpen(log, chosen, place); place++) {
    const marks = log.marks(place);
    if (startsCommand.test(log.text(place)) || (marks.isEpilogue && !isEpilogue)) break;
    if (marks.isPassed && ++passed > mostPassed) break;
    below.push(place);
  }
  return below;
}

const mostLines = 40;
const mostCharacters = 4_000;
/** The most characters that a line counts for; longer lines are cut when they are shown. */
export const longestExcerptLine = 300;
/** How many lines around an error line are shown, the nearest first. The wider window is used if there is room left. */
const windows = [
  { before: 2, after: 7 },
  { before: 8, after: 16 },
] as const;

/**
 * Gives the indices of the lines that an excerpt shows, in ascending order. It takes the error lines first, then the best
 * lines if they are known, then the lines around each error, starting with the most informative error. The limit is 40
 * lines and 4,000 characters, including the marks between parts that are not adjacent.
 */
export function excerptLines(
  lines: readonly string[],
  errors: readonly ErrorLine[],
  best: readonly number[] = [],
): readonly number[] {
  const chosen = new Set<number>();
  let characters = 0;
  // True if the line was taken or is not wanted; false only if there is no room for it.
  const take = (index: number): boolean => {
    const line = lines[index];
    if (line === undefined || line === '' || chosen.has(index)) return true;
    const cost = Math.min(line.length, longestExcerptLine) + 3;
    if (chosen.size + errors.length >= mostLines || characters + cost > mostCharacters) return false;
    chosen.add(index);
    characters += cost;
    return true;
  };
  for (const { index } of errors) take(index);
  for (const index of best) if (!take(index)) break;
  for (const window of windows) {
    for (const { index } of errors) {
      for (let after = 1; after <= window.after && take(index + after); after++);
      for (let before = 1; before <= window.before && take(index - before); before++);
    }
  }
  for (let last = lines.length - 1; last >= 0 && take(last); last--);
  return [...chosen].sort((left, right) => left - right);
}
