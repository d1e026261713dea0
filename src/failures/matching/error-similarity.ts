import { commonInFailures, isMadeUpName } from '../../text/stop-words.ts';
import { hasAsciiWords, patternFor } from '../../text/words.ts';

const path = /[\w.@-]+(?:\/[\w.@-]+)+/g;
const asciiWord = /[A-Za-z0-9_$]+/g;
const word = () => /[\p{L}\p{N}_$]+/gu;
const placeholder = /^__[a-z]+__$/;
const longestLine = 400;
const mostLines = 12;

/** Similarity of the error lines of two failures. */
export interface ErrorSimilarity {
  /** How well each side's lines match the other's, 0 to 1; the smaller of both values. */
  readonly value: number;
  /** Number of common words, without words that any two failures may share. */
  readonly sharedWords: number;
}

/** Words of a line, in lower case, with their weights. */
type WeightedWords = ReadonlyMap<string, number>;

/** The error lines of a failure, prepared for many comparisons. */
export interface ReadLines {
  readonly texts: readonly string[];
  readonly lines: readonly WeightedWords[];
}

export function readErrorLines(lines: readonly string[]): ReadLines {
  const texts = lines.slice(0, mostLines);
  return { texts, lines: texts.map(weightedWords).filter((words) => words.size > 0) };
}

/**
 * Similarity of normalised error lines, 0–1. Lines are sorted by importance, so a line's weight falls with its
 * position.
 */
export function lineSimilarity({ lines: query }: ReadLines, { lines: known }: ReadLines): number {
  return Math.min(coverage(query, known), coverage(known, query));
}

/** {@link lineSimilarity} with the number of common words. */
export function errorSimilarity(query: readonly string[], known: readonly string[]): ErrorSimilarity {
  const left = readErrorLines(query);
  const right = readErrorLines(known);
  const words = new Set(right.texts.flatMap(tellingWords));
  const sharedWords = new Set(left.texts.flatMap(tellingWords).filter((name) => words.has(name))).size;
  return { value: lineSimilarity(left, right), sharedWords };
}

/** Words of a line without paths, because the place of a failure says little about its cause. */
function tellingWords(line: string): readonly string[] {
  return [...weightedWords(line.replace(path, ' '))].flatMap(([name, weight]) => (weight < 1 ? [] : [name]));
}

function weightedWords(line: string): WeightedWords {
  const read = line.slice(0, longestLine);
  const words = read.match(patternFor(read, asciiWord, word, hasAsciiWords)) ?? [];
  return new Map(words.map((name) => [name.toLowerCase(), weightOf(name)]));
}

function weightOf(name: string): number {
  const plain = name.toLowerCase();
  if (placeholder.test(plain) || commonInFailures.has(plain)) return 0.25;
  return isMadeUpName(name) ? 2 : 1;
}

function coverage(lines: readonly WeightedWords[], others: readonly WeightedWords[]): number {
  let found = 0;
  let all = 0;
  for (const [place, words] of lines.entries()) {
    const weight = 1 / (1 + place / 4);
    all += weight;
    found += weight * Math.max(0, ...others.map((other) => overlap(words, other)));
  }
  return all === 0 ? 0 : found / all;
}

/** Weight of the common words, divided by the weight of all words. */
function overlap(left: WeightedWords, right: WeightedWords): number {
  let shared = 0;
  let all = 0;
  for (const [name, weight] of left) {
    all += weight;
    if (right.has(name)) shared += weight;
  }
  for (const [name, weight] of right) if (!left.has(name)) all += weight;
  return all === 0 ? 0 : shared / all;
}
