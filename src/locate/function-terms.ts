import type { CodeSnapshot } from '../ports/repository-index.ts';
import { termsOf } from '../text/terms.ts';
import { type CutFunction, cutFunctions, functionText } from './cut-functions.ts';

/** Numbers of terms, shared by the files of a tree. */
export type TermNumbers = Map<string, number>;

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
