import type { CodeSnapshot } from '../ports/repository-index.ts';
import { type Bm25Term, scoreBm25 } from '../text/bm25.ts';
import { countTerms, termsOf } from '../text/terms.ts';
import { type CutFunction, cutFunctions, functionText } from './cut-functions.ts';

/** Numbers of terms, shared by the files of a tree. */
type TermNumbers = Map<string, number>;

/** The functions of a file with the terms of each: function `f` has the entries `offsets[f] … offsets[f + 1] - 1`. */
export interface FunctionTerms {
  readonly functions: readonly CutFunction[];
  readonly numbers: TermNumbers;
  /** Terms in each function, repetitions included. */
  readonly lengths: Uint32Array;
  readonly offsets: Uint32Array;
  readonly terms: Uint32Array;
  readonly frequencies: Uint16Array;
}

/** Text of one function that is searched. Real ones are far below. */
const longestFunctionCharacters = 20_000;
/** Files kept for the next question: the same ones are near to many. */
const mostFiles = 48;
const mostTerms = 200_000;
const highestFrequency = 65_535;

interface KnownFiles {
  readonly numbers: TermNumbers;
  readonly files: Map<number, FunctionTerms>;
}

const known = new WeakMap<CodeSnapshot, KnownFiles>();

/** The functions of a blob with their terms, computed on first use and kept with the tree. */
export function functionTermsOf(code: CodeSnapshot, blob: number, text: string): FunctionTerms {
  let kept = known.get(code);
  if (kept === undefined || kept.numbers.size > mostTerms) {
    kept = { numbers: new Map(), files: new Map() };
    known.set(code, kept);
  }
  const found =
    kept.files.get(blob) ?? countFunctionTerms(cutFunctions(code.outlineOf(blob)), text, kept.numbers);
  kept.files.delete(blob);
  kept.files.set(blob, found);
  for (const oldest of [...kept.files.keys()].slice(0, Math.max(0, kept.files.size - mostFiles)))
    kept.files.delete(oldest);
  return found;
}

/** @param numbers gains the terms it lacks */
export function countFunctionTerms(
  functions: readonly CutFunction[],
  text: string,
  numbers: TermNumbers = new Map(),
): FunctionTerms {
  const lines = text.split('\n');
  const lengths = new Uint32Array(functions.length);
  const offsets = new Uint32Array(functions.length + 1);
  const terms: number[] = [];
  const frequencies: number[] = [];
  for (const [at, cut] of functions.entries()) {
    const all = termsOf(functionText(lines, cut, longestFunctionCharacters));
    lengths[at] = all.length;
    for (const [term, count] of countNumbers(all, numbers)) {
      terms.push(term);
      frequencies.push(Math.min(highestFrequency, count));
    }
    offsets[at + 1] = terms.length;
  }
  return {
    functions,
    numbers,
    lengths,
    offsets,
    terms: Uint32Array.from(terms),
    frequencies: Uint16Array.from(frequencies),
  };
}

function countNumbers(terms: readonly string[], numbers: TermNumbers): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const term of terms) {
    let number = numbers.get(term);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(term, number);
    }
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return counts;
}

const bm25 = { k1: 1.2, b: 0.75 } as const;
/** A word that a text repeats says no more after the third time. */
const mostRepetitions = 3;

/** BM25 of each function for two queries, file by file. */
export interface FunctionScores {
  /** For the whole text. */
  readonly text: Float64Array;
  readonly title: Float64Array;
  /** Terms of the whole text that stand in one of the functions. */
  readonly terms: readonly Bm25Term[];
}

/** BM25 over the functions of a few files: terms that are rare among them tell them apart. */
export function scoreFunctions(
  files: readonly FunctionTerms[],
  query: { readonly title: string; readonly full: string },
): FunctionScores {
  const asked = countTerms(query.full);
  const postings = collectPostings(files, asked);
  const lengths = files.flatMap((file) => [...file.lengths]);
  const collection = {
    documentCount: lengths.length,
    documentLengths: lengths,
    averageDocumentLength: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
  };
  const terms = (counts: ReadonlyMap<string, number>) =>
    [...counts].flatMap(([term, count]): readonly Bm25Term[] => {
      const posting = postings.get(term);
      if (posting === undefined) return [];
      const weight = Math.sqrt(Math.min(mostRepetitions, count));
      return [
        { term, weight, ordinals: Uint32Array.from(posting.ordinals), frequencies: posting.frequencies },
      ];
    });
  const all = terms(asked);
  return {
    text: scoreBm25(all, collection, bm25),
    title: scoreBm25(terms(countTerms(query.title)), collection, bm25),
    terms: all,
  };
}

interface Posting {
  readonly ordinals: number[];
  readonly frequencies: number[];
}

/** Where the terms that are asked for stand. */
function collectPostings(
  files: readonly FunctionTerms[],
  asked: ReadonlyMap<string, number>,
): ReadonlyMap<string, Posting> {
  const postings = new Map<string, Posting>();
  let first = 0;
  for (const file of files) {
    const wanted = new Map<number, Posting>();
    for (const term of asked.keys()) {
      const number = file.numbers.get(term);
      if (number === undefined) continue;
      const posting = postings.get(term) ?? { ordinals: [], frequencies: [] };
      postings.set(term, posting);
      wanted.set(number, posting);
    }
    addPostings(file, first, wanted);
    first += file.functions.length;
  }
  return postings;
}

function addPostings(
  { functions, offsets, terms, frequencies }: FunctionTerms,
  first: number,
  wanted: ReadonlyMap<number, Posting>,
): void {
  for (let at = 0; at < functions.length; at++) {
    for (let i = offsets[at] as number; i < (offsets[at + 1] as number); i++) {
      const posting = wanted.get(terms[i] as number);
      if (posting === undefined) continue;
      posting.ordinals.push(first + at);
      posting.frequencies.push(frequencies[i] as number);
    }
  }
}
