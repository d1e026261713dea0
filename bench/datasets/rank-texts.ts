import { scoreBm25 } from '../../src/text/bm25.ts';
import { countTerms } from '../../src/text/terms.ts';
import { sum } from '../reporting/statistics.ts';

export type TermCounts = ReturnType<typeof countTerms>;

/**
 * The baseline of every ranking: textbook BM25 over whole texts, each distinct term of the query once.
 * @returns ordinals of the texts that share a term with the query, best first, equal ones in their order
 */
export function rankTexts(query: string, texts: readonly TermCounts[]): readonly number[] {
  const lengths = texts.map((counts) => sum([...counts.values()]));
  const terms = [...countTerms(query).keys()].map((term) => {
    const holding = [...texts.keys()].filter((at) => texts[at]?.has(term));
    const frequencies = holding.map((at) => texts[at]?.get(term) ?? 0);
    return { term, weight: 1, ordinals: Uint32Array.from(holding), frequencies };
  });
  const averageDocumentLength = sum(lengths) / (lengths.length || 1);
  const collection = { documentCount: texts.length, documentLengths: lengths, averageDocumentLength };
  const scores = scoreBm25(terms, collection, { k1: 1.2, b: 0.75 });
  const scoreOf = (at: number) => scores[at] ?? 0;
  return [...texts.keys()].filter((at) => scoreOf(at) > 0).sort((a, b) => scoreOf(b) - scoreOf(a));
}
