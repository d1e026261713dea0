import { scoreBm25 } from '../../src/text/bm25.ts';
import { countTerms } from '../../src/text/terms.ts';

/** The baseline: BM25 of the whole task over one text for each session. */
export function searchTexts(query: string, texts: readonly string[]): readonly number[] {
  const documents = texts.map(countTerms);
  const lengths = documents.map((terms) => [...terms.values()].reduce((sum, count) => sum + count, 0));
  const terms = [...countTerms(query)].map(([term]) => {
    const holding = [...documents.keys()].filter((at) => documents[at]?.has(term));
    const frequencies = holding.map((at) => documents[at]?.get(term) ?? 0);
    return { term, weight: 1, ordinals: Uint32Array.from(holding), frequencies };
  });
  const collection = {
    documentCount: documents.length,
    documentLengths: lengths,
    averageDocumentLength: lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1),
  };
  const scores = scoreBm25(terms, collection, { k1: 1.2, b: 0.75 });
  return [...documents.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}
