import { once } from '../../text/once.ts';
import { patternFor } from '../../text/words.ts';
import {
  isHinted,
  isWrapperLine,
  type LineShape,
  strongestFirst,
  type Telling,
  uninteresting,
} from './line-shapes.ts';
import { rankAnchors } from './rank-anchors.ts';
import { ReadLog } from './read-log.ts';
import { terminalLines } from './terminal-lines.ts';

/** An output line that says why the command failed. */
export interface ErrorLine {
  /** Index among the lines that were searched, from 0. */
  readonly index: number;
  readonly telling: Telling;
}

/** Only this many characters of a line are examined; a line names its failure at the start. */
const readCharacters = 400;
/** How many lines with a hint are examined closely: the first ones and the last ones. */
const firstHinted = 500;
const lastHinted = 1_500;
const mostErrorLines = 12;
const fallbackLines = 3;
/** An output of at most this many lines is assumed to be about the failure as a whole. */
const saidInLines = 8;
/** A shorter output is not divided into an early and a late part. */
const shortOutputLines = 100;
const asciiWithoutWords = /^[\s!-/:-@[-`{-~]*$/;

/** Why a command failed, as far as its output says. */
export interface ErrorLines {
  /** The most informative first, at most twelve. */
  readonly found: readonly ErrorLine[];
  /** True if no line has a known shape and the output is too long for its last lines to be a likely cause. */
  readonly isGuess: boolean;
}

/**
 * Finds the lines that say why a command failed; without a line of known shape, the last lines with words. Linear in the
 * number of characters.
 */
export function errorLines(lines: readonly string[]): ErrorLines {
  const found = new Map<number, Telling>();
  for (const index of hintedLines(lines)) {
    const shape = strongestShape(lines[index] ?? '');
    if (shape === undefined) continue;
    raise(found, index, shape.telling);
    const next = shape.announces ? nextLineWithWords(lines, index + 1) : -1;
    if (next !== -1) raise(found, next, shape.telling);
  }
  const unlike = withoutRepeats(lines, found);
  if (unlike.length > 0) return { found: mostTelling(unlike, lines.length), isGuess: false };
  return { found: lastLines(lines), isGuess: lines.filter((line) => line !== '').length > saidInLines };
}

function isWithoutWords(line: string): boolean {
  return patternFor(line, asciiWithoutWords, () => /^[\s\p{P}\p{S}]*$/u).test(line);
}

function hintedLines(lines: readonly string[]): readonly number[] {
  const hinted: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (line !== '' && isHinted(line.length > readCharacters ? line.slice(0, readCharacters) : line))
      hinted.push(index);
  }
  if (hinted.length <= firstHinted + lastHinted) return hinted;
  return [...hinted.slice(0, firstHinted), ...hinted.slice(-lastHinted)];
}

function strongestShape(line: string): LineShape | undefined {
  const text = line.slice(0, readCharacters);
  return isUninteresting(text) || isWrapperLine(text)
    ? undefined
    : strongestFirst().find(({ shape }) => shape.test(text));
}

function isUninteresting(text: string): boolean {
  return uninteresting.some((shape) => shape.test(text));
}

function raise(found: Map<number, Telling>, index: number, telling: Telling): void {
  if ((found.get(index) ?? 0) < telling) found.set(index, telling);
}

function nextLineWithWords(lines: readonly string[], from: number): number {
  for (let index = from; index < Math.min(lines.length, from + 4); index++) {
    if (!isWithoutWords(lines[index] ?? '')) return index;
  }
  return -1;
}

function withoutRepeats(lines: readonly string[], found: ReadonlyMap<number, Telling>): readonly ErrorLine[] {
  const seen = new Set<string>();
  return [...found]
    .sort(([left], [right]) => left - right)
    .flatMap(([index, telling]) => {
      const text = (lines[index] ?? '').trim();
      if (seen.has(text)) return [];
      seen.add(text);
      return [{ index, telling }];
    });
}

/**
 * Selects the most informative lines. A line that only says that something failed counts only if no line says why.
 * Among equal lines, those in the last part of a long output come first: `error: retrying` near the top was probably
 * handled, because the command went on.
 */
function mostTelling(found: readonly ErrorLine[], lineCount: number): readonly ErrorLine[] {
  const lastPart = lineCount - Math.max(shortOutputLines, lineCount / 4);
  const isEarly = ({ index }: ErrorLine): number => (index < lastPart ? 1 : 0);
  const saysWhat = found.some(({ telling }) => telling > 1);
  return found
    .filter(({ telling }) => !saysWhat || telling > 1)
    .sort(
      (left, right) =>
        right.telling - left.telling || isEarly(left) - isEarly(right) || left.index - right.index,
    )
    .slice(0, mostErrorLines);
}

function lastLines(lines: readonly string[]): readonly ErrorLine[] {
  const last: ErrorLine[] = [];
  const verdicts: ErrorLine[] = [];
  for (let index = lines.length - 1; index >= 0 && last.length < fallbackLines; index--) {
    const text = (lines[index] ?? '').slice(0, readCharacters);
    if (isWithoutWords(text) || isUninteresting(text)) continue;
    (isWrapperLine(text) ? verdicts : last).unshift({ index, telling: 1 });
  }
  // A verdict that a program failed is told only where no other line says more.
  return last.length > 0 ? last : verdicts.slice(-fallbackLines);
}

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
  const anchors = once(() => rankAnchors(log));
  return (maxLines) => {
    const best = blocksAt(log, anchors(), maxLines);
    return log.size > maxLines ? best : [...new Set([...best, ...log.written])];
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
