import type { CodeSnapshot } from '../ports/repository-index.ts';
import type { Bm25Term } from '../text/bm25.ts';
import { inverseDocumentFrequency } from '../text/select-terms.ts';
import { compoundPrefix, countTerms, termsOf, wordsByTerm } from '../text/terms.ts';

const mostWords = 3;
/** Longer words are data, not words to read. */
const longestShown = 40;

/**
 * Words of a stretch of code that meet a question, as the code writes them, rarest first: `evict` for a question about
 * "evicting". The question's own spelling comes first where the code has it.
 *
 * @param code text of the chunk
 * @param terms of the question
 * @param asked words of the question, by term
 */
export function wordsInCode(
  code: string,
  terms: readonly Bm25Term[],
  asked: ReadonlyMap<string, string>,
  chunkCount: number,
): readonly string[] {
  const written = wordsByTerm(code);
  const all = new Set(code.match(/[\p{L}\p{N}_]+/gu));
  const found = terms
    .filter(({ term }) => written.has(term))
    .map(({ term, weight, ordinals }) => {
      const own = asked.get(term) ?? '';
      const word = all.has(own) ? own : (written.get(term) ?? '');
      return { word, value: weight * inverseDocumentFrequency(ordinals.length, chunkCount) };
    })
    .filter(({ word }) => word.length <= longestShown)
    .sort((a, b) => b.value - a.value);
  return [...new Set(found.map(({ word }) => word))].slice(0, mostWords);
}

/** Words of a path that meet a text, as the path writes them. */
export function wordsInPath(path: string, text: string): readonly string[] {
  const asked = countTerms(text);
  const written = [...wordsByTerm(path.replace(/\.[^./]+$/, ''))];
  const shared = written.filter(([term]) => asked.has(term) && !term.startsWith(compoundPrefix));
  return [...new Set(shared.map(([, word]) => word))].slice(0, mostWords);
}

/** The lines of a chunk. */
export function chunkTextOf(
  text: string,
  chunk: number,
  { chunkBlobs, chunkStartLines }: CodeSnapshot,
): string {
  const isLast = chunkBlobs[chunk + 1] !== chunkBlobs[chunk];
  const end = isLast ? undefined : (chunkStartLines[chunk + 1] as number) - 1;
  return text
    .split('\n')
    .slice((chunkStartLines[chunk] as number) - 1, end)
    .join('\n');
}

/** How many different words of a title a blob has, whatever their endings. */
export function countSharedWords(
  blob: number,
  title: string,
  code: CodeSnapshot,
): { readonly shared: number; readonly total: number } {
  const terms = new Set(termsOf(title).filter((term) => !term.startsWith(compoundPrefix)));
  const first = code.chunkBlobs.indexOf(blob);
  const last = code.chunkBlobs.lastIndexOf(blob);
  const shared = [...terms].filter((term) => {
    const ordinals = code.postings('chunk', term)?.ordinals;
    return ordinals !== undefined && holdsBetween(ordinals, first, last);
  });
  return { shared: shared.length, total: terms.size };
}

/** @param ordinals ascending */
function holdsBetween(ordinals: Uint32Array, first: number, last: number): boolean {
  let low = 0;
  let high = ordinals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordinals[middle] as number) < first) low = middle + 1;
    else high = middle;
  }
  return low < ordinals.length && (ordinals[low] as number) <= last;
}
