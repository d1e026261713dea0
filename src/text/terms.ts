import { folderOf } from './path-role.ts';
import {
  boilerplateWords,
  englishStopWords,
  isAscii,
  patternFor,
  splitIdentifier,
  stem,
  wordsIn,
} from './words.ts';

/** Increased whenever the same text gives other terms than before; indexes built with another version are rebuilt. */
export const termsVersion = 1;

/** Prefix of a term that stands for a whole compound identifier (`=migrationwriter`), beside its parts. */
export const compoundPrefix = '=';

const unsegmentedScript = () => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const objectIdPattern = /^(?=.*\d)[0-9a-f]{7,64}$/i;
const longestWord = 100;

/**
 * Terms of a text in order of appearance. Identifiers give their stemmed lower-case parts and, when they have several,
 * the whole compound too, so that `MigrationWriter` is found by "migration writer" but ranks above `OperationWriter`
 * for `MigrationWriter`. Scripts without spaces give character pairs. Numbers and object ids give nothing.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsIn(text)) {
    for (const term of termsOfWord(word)) terms.push(term);
  }
  return terms;
}

export function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsIn(text)) {
    for (const term of termsOfWord(word)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

/** For each term of a text, the first word that gave it: how to show a term to a person. */
export function wordsByTerm(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const word of wordsIn(text)) {
    for (const term of termsOfWord(word)) if (!words.has(term)) words.set(term, word);
  }
  return words;
}

const remembered = new Map<string, readonly string[]>();
const mostRemembered = 50_000;

/** Text repeats its words, so remembering them makes tokenising several times faster; bounded, then started afresh. */
function termsOfWord(word: string): readonly string[] {
  let terms = remembered.get(word);
  if (terms === undefined) {
    terms = deriveTerms(word);
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(word, terms);
  }
  return terms;
}

function deriveTerms(word: string): readonly string[] {
  if (word.length > longestWord || objectIdPattern.test(word)) return [];
  if (!isAscii(word) && unsegmentedScript().test(word)) return characterPairs(word.toLowerCase());
  const parts = splitIdentifier(word);
  const terms = parts
    .map((part) => part.toLowerCase())
    .filter(isMeaningful)
    .map(stem);
  if (parts.length > 1) {
    const compound = word.toLowerCase().replace(/^_+|_+$/g, '');
    if (compound.length > 2 && !isNumber(compound)) terms.push(compoundPrefix + compound);
  }
  return terms;
}

function isMeaningful(part: string): boolean {
  return part.length > 1 && !beginsWithDigit(part) && !englishStopWords.has(part);
}

function beginsWithDigit(part: string): boolean {
  return patternFor(part, /^[0-9]/, () => /^\p{N}/u).test(part);
}

function isNumber(word: string): boolean {
  return patternFor(word, /^[0-9]+$/, () => /^\p{N}+$/u).test(word);
}

function characterPairs(word: string): readonly string[] {
  const characters = [...word];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Folders that hold this share of the sources, or more, name the project. */
const leastShare = 0.3;
const commonFolders = `src lib libs source sources main java kotlin scala com org net io github packages package pkg crates
  app apps core test tests testing internal cmd js python common modules module server client api backend frontend go rust
  cpp include docs examples ui web`;
const commonTerms: ReadonlySet<string> = new Set(termsOf(commonFolders));
const shortestTerm = 3;

/**
 * Terms of the folders of most of a project's sources: `xarray` for `xarray/core/dataset.py`. Questions about the project often
 * have one of them, in an import or in prose; questions about another project hardly ever.
 * @param paths of the sources
 */
export function projectTerms(paths: readonly string[]): ReadonlySet<string> {
  const counts = weighFolderTerms(paths.map((path) => [path, 1] as const));
  return new Set([...counts].filter(([, count]) => count >= leastShare * paths.length).map(([term]) => term));
}

/** Terms of the folders of paths, without those that any project has, each with the weight of the paths below it. */
export function weighFolderTerms(
  weights: Iterable<readonly [path: string, weight: number]>,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [path, weight] of weights) {
    for (const term of new Set(termsOf(folderOf(path)))) {
      if (term.length < shortestTerm || term.startsWith(compoundPrefix) || commonTerms.has(term)) continue;
      sums.set(term, (sums.get(term) ?? 0) + weight);
    }
  }
  return sums;
}

const boilerplateTerms: ReadonlySet<string> = new Set([...boilerplateWords].map(stem));

/** A term of a query with its weight, 1 + ln(occurrences). */
export interface QueryTerm {
  readonly term: string;
  readonly weight: number;
}

interface TermSelection {
  /** Most terms kept. */
  readonly limit: number;
  /** Terms in a larger share of the documents are dropped from a long query, 0–1. */
  readonly commonTermShare: number;
}

/**
 * Reduces a long query to the terms that discriminate between documents: drops boilerplate and terms that occur in more
 * than `commonTermShare` of the documents, then keeps the best `limit` by idf · (1 + ln tf). A query with at most
 * `limit` distinct terms is kept whole, because each word of a short query is deliberate. Result: strongest first.
 * @param documentFrequency number of documents that contain the term
 */
export function selectTerms(
  counts: ReadonlyMap<string, number>,
  collection: { readonly documentCount: number; readonly documentFrequency: (term: string) => number },
  selection: TermSelection,
): readonly QueryTerm[] {
  const isLong = counts.size > selection.limit;
  const candidates: (QueryTerm & { readonly strength: number })[] = [];
  for (const [term, count] of counts) {
    if (isLong && boilerplateTerms.has(term)) continue;
    const frequency = collection.documentFrequency(term);
    if (frequency === 0) continue;
    if (isLong && frequency > selection.commonTermShare * collection.documentCount) continue;
    const weight = 1 + Math.log(count);
    candidates.push({
      term,
      weight,
      strength: weight * inverseDocumentFrequency(frequency, collection.documentCount),
    });
  }
  candidates.sort((a, b) => b.strength - a.strength || (a.term < b.term ? -1 : 1));
  return candidates.slice(0, selection.limit).map(({ term, weight }) => ({ term, weight }));
}

/** ln(1 + (N − n + ½) / (n + ½)): never negative, so that a common term cannot lower a score. */
export function inverseDocumentFrequency(documentFrequency: number, documentCount: number): number {
  return Math.log(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/**
 * Information in a text, from the view of a collection, which knows only everyday words of another repository's issue, and
 * these say little.
 * @returns Σ (1 + ln tf) · idf over all terms of the text, and the share of it in terms that any document has, 0–1
 */
export function measureInformation(
  counts: ReadonlyMap<string, number>,
  collection: { readonly documentCount: number; readonly documentFrequency: (term: string) => number },
) {
  let known = 0;
  let information = 0;
  for (const [term, count] of counts) {
    const frequency = collection.documentFrequency(term);
    const mass = (1 + Math.log(count)) * inverseDocumentFrequency(frequency, collection.documentCount);
    information += mass;
    if (frequency > 0) known += mass;
  }
  return { information, knownShare: information > 0 ? known / information : 0 };
}
