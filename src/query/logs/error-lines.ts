import { patternFor } from '../../text/words.ts';
import {
  isHinted,
  isWrapperLine,
  type LineShape,
  strongestFirst,
  type Telling,
  uninteresting,
} from './line-shapes.ts';

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
