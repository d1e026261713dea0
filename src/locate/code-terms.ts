import type { CodeField, CodeSnapshot } from '../ports/code-index.ts';
import type { Bm25Term } from '../text/bm25.ts';
import { selectTerms } from '../text/select-terms.ts';
import { countTerms } from '../text/terms.ts';

/** The most informative terms of a text, with their postings in one field of the code. */
export function codeTerms(
  code: CodeSnapshot,
  field: CodeField,
  text: string,
  documentCount: number,
  termLimit: number,
): readonly Bm25Term[] {
  const documentFrequency = (term: string) => code.postings(field, term)?.ordinals.length ?? 0;
  const selected = selectTerms(
    countTerms(text),
    { documentCount, documentFrequency },
    { limit: termLimit, commonTermShare: 1 },
  );
  return selected.flatMap(({ term, weight }) => {
    const postings = code.postings(field, term);
    return postings === undefined ? [] : [{ term, weight, ...postings }];
  });
}
