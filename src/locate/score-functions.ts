import { type Bm25Term, scoreBm25 } from '../text/bm25.ts';
import { countTerms } from '../text/terms.ts';
import type { FunctionTerms } from './function-terms.ts';

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

/** BM25 over the functions of a few files: what is rare among them tells them apart. */
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
