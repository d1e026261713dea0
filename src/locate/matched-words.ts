import type { Bm25Term } from '../text/bm25.ts';
import { inverseDocumentFrequency } from '../text/select-terms.ts';
import { compoundPrefix, termsOf, wordsByTerm } from '../text/terms.ts';

const mostWords = 3;

/** Words of a text whose stem occurs in a chunk, most informative first. */
export function wordsInChunk(
  chunk: number,
  terms: readonly Bm25Term[],
  text: string,
  chunkCount: number,
): readonly string[] {
  const words = wordsByTerm(text);
  const found = terms
    .filter(({ ordinals }) => holds(ordinals, chunk))
    .map(({ term, weight, ordinals }) => ({
      word: words.get(term) ?? term,
      value: weight * inverseDocumentFrequency(ordinals.length, chunkCount),
    }))
    .sort((a, b) => b.value - a.value);
  return [...new Set(found.map(({ word }) => word))].slice(0, mostWords);
}

/** Words of a text whose stem occurs in a path. */
export function wordsInPath(path: string, text: string): readonly string[] {
  const own = new Set(termsOf(path.replace(/\.[^./]+$/, '')));
  const shared = [...wordsByTerm(text)].filter(([term]) => own.has(term) && !term.startsWith(compoundPrefix));
  return [...new Set(shared.map(([, word]) => word))].slice(0, mostWords);
}

/** @param ordinals ascending */
function holds(ordinals: Uint32Array, wanted: number): boolean {
  let low = 0;
  let high = ordinals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordinals[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return ordinals[low] === wanted;
}
