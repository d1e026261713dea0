import type { FailureEntity, FailureEntityKind } from '../../model/failure.ts';
import { compoundPrefix, countTerms, termsOf } from '../../text/terms.ts';
import { commonInFailures, hasAsciiWords, isMadeUpName, patternFor } from '../../text/words.ts';

/** Critical kinds of entities: a different name of this kind means a different cause (RSCB-MC, Section 3.2). */
const criticalKinds: ReadonlySet<FailureEntityKind> = new Set([
  'module',
  'file',
  'symbol',
  'environment_variable',
  'config_key',
  'package',
  'port',
  'table',
  'column',
  'device',
  'dtype',
  'shape',
  'flag',
  'test',
]);

// Matches letters beyond ASCII by their range, because compiling a Unicode property class costs a hook milliseconds.
const edges = /^[^\w\u0080-\uffff-]+|[^\w\u0080-\uffff]+$/g;
const exceptionName = /(?:Error|Exception|Failure|Fault|Warning|Interrupt)$/;
/** Placeholders at the ends of a name are removed: `web-01:__PORT__`. Within a name they stay. */
const placeholders = /^(?:__[A-Z]+__[^\w\u0080-\uffff]*)+|(?:[^\w\u0080-\uffff]*__[A-Z]+__)+$/g;
const joined = /[A-Za-z0-9\u0080-\uffff][-./:][A-Za-z0-9\u0080-\uffff]/;
const letter = /[A-Za-z\u0080-\uffff]/;
const letters = /[A-Za-z\u0080-\uffff]{2,}/g;
const nameCharacter = /[\w\u0080-\uffff]/;
/** Prefix that `query/normalise-line.ts` puts before the last part of a path outside of the repository. */
const lostFolders = 'path_';
const word = /[\w\u0080-\uffff]+/g;

/** A line of text, split into names and plain words, in lower case. */
export interface NamedWords {
  readonly names: readonly string[];
  readonly words: ReadonlySet<string>;
}

export function criticalEntities(entities: readonly FailureEntity[]): readonly FailureEntity[] {
  return entities.filter(({ kind }) => criticalKinds.has(kind));
}

/** Separates made-up names (`zone_map`, `web-01`, `data/rows.csv`) from plain words and kinds of failure. */
export function namedWords(line: string): NamedWords {
  const names = new Set<string>();
  const words = new Set<string>();
  for (const piece of line.split(/[\s'"`‘’“”<>()[\]{},;=]+/)) {
    const bare = piece.replace(placeholders, '').replace(edges, '');
    if (bare === '') continue;
    if (isName(bare)) names.add(bare.toLowerCase());
    else for (const [plain] of bare.matchAll(word)) words.add(plain.toLowerCase());
  }
  return { names: [...names], words };
}

function isName(text: string): boolean {
  return !exceptionName.test(text) && (joined.test(text) || isMadeUpName(text)) && letter.test(text);
}

/**
 * Whether a name consists of several words, so that two projects hardly share it by chance: `render-cli`, not `mat1`.
 */
export function isSpecific(name: string): boolean {
  return (name.match(letters)?.length ?? 0) > 1;
}

/** Similarity of the plain words of two lines, ignoring their names. */
export function readAlike(one: NamedWords, other: NamedWords): number {
  const [few, many] = one.words.size < other.words.size ? [one.words, other.words] : [other.words, one.words];
  let shared = 0;
  let all = 0;
  for (const plain of few) {
    const weight = commonInFailures.has(plain) ? 0.25 : 1;
    all += weight;
    if (many.has(plain)) shared += weight;
  }
  return all === 0 ? 0 : shared / all;
}

/** Whether a text contains a name as a whole; for a path without its folders, its last part. */
export function holdsName(text: string, name: string): boolean {
  if (name.startsWith(lostFolders)) return holdsWhole(text, name.slice(lostFolders.length));
  if (holdsWhole(text, name)) return true;
  return name.includes('/') && text.includes(`${lostFolders}${name.slice(name.lastIndexOf('/') + 1)}`);
}

function holdsWhole(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!isNameCharacter(text[at - 1]) && !isNameCharacter(text[at + name.length])) return true;
    if (text.startsWith(lostFolders, at - lostFolders.length)) return true;
  }
  return false;
}

function isNameCharacter(character: string | undefined): boolean {
  return character !== undefined && nameCharacter.test(character);
}

/** Rarity of a term among all memories, 0–1; 1 if no memory contains it; undefined if it was not looked up. */
export type TermRarity = (term: string) => number | undefined;

export type TermWeights = ReadonlyMap<string, number>;

/** Made on first use: most commands pass, and need none of it. */
let commonTerms: ReadonlySet<string> | undefined;
const commonWeight = 0.25;
const compoundWeight = 1.5;
const usualRarity = { word: 0.5, compound: 0.8 } as const;
const normalisedMarks = /__[A-Z]+__|path_(?=\w)/g;
/** Smoothing, so that a single common word never gives a share of 1. */
const smoothing = 0.4;

export function failureTerms(text: string, rarityOf: TermRarity): TermWeights {
  const weights = new Map<string, number>();
  for (const term of countTerms(text.replace(normalisedMarks, ' ')).keys())
    weights.set(term, weightOfTerm(term, rarityOf));
  return weights;
}

/** Weighted share of the terms that the other side contains, 0–1; always below 1 for few terms. */
export function shareFound(terms: TermWeights, others: { has(term: string): boolean }): number {
  let found = 0;
  let all = smoothing;
  for (const [term, weight] of terms) {
    all += weight;
    if (others.has(term)) found += weight;
  }
  return found / all;
}

export function isTelling(term: string): boolean {
  return !isCommon(term) && !term.startsWith(compoundPrefix);
}

function weightOfTerm(term: string, rarityOf: TermRarity): number {
  const isCompound = term.startsWith(compoundPrefix);
  const rarity = rarityOf(term) ?? (isCompound ? usualRarity.compound : usualRarity.word);
  if (isCommon(term)) return commonWeight * rarity;
  return (isCompound ? compoundWeight : 1) * rarity;
}

function isCommon(term: string): boolean {
  commonTerms ??= new Set([...commonInFailures].flatMap((word) => termsOf(word)));
  return commonTerms.has(term);
}

const asciiWord = /[A-Za-z0-9_$]+/g;
const anyWord = () => /[\p{L}\p{N}_$]+/gu;
const placeholder = /^__[a-z]+__$/;
const longestLine = 400;
const mostLines = 12;

/** Words of a line, in lower case, with their weights. */
type WeightedWords = ReadonlyMap<string, number>;

/** The error lines of a failure, prepared for many comparisons. */
export type ReadLines = readonly WeightedWords[];

export function readErrorLines(lines: readonly string[]): ReadLines {
  return lines
    .slice(0, mostLines)
    .map(weightedWords)
    .filter((words) => words.size > 0);
}

/**
 * Similarity of normalised error lines, 0–1. Lines are sorted by importance, so a line's weight falls with its
 * position.
 */
export function lineSimilarity(query: ReadLines, known: ReadLines): number {
  return Math.min(coverage(query, known), coverage(known, query));
}

/** {@link lineSimilarity} of lines as they are. */
export function errorSimilarity(query: readonly string[], known: readonly string[]): number {
  return lineSimilarity(readErrorLines(query), readErrorLines(known));
}

function weightedWords(line: string): WeightedWords {
  const read = line.slice(0, longestLine);
  const words = read.match(patternFor(read, asciiWord, anyWord, hasAsciiWords)) ?? [];
  return new Map(words.map((name) => [name.toLowerCase(), weightOfWord(name)]));
}

function weightOfWord(name: string): number {
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
