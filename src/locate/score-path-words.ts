import { inverseDocumentFrequency } from '../text/select-terms.ts';
import { countTerms } from '../text/terms.ts';
import type { Candidates } from './candidates.ts';

/**
 * Σ idf of the text's terms in a file's path, ÷ √(1 + terms of the path), because a deep path has many terms by chance.
 */
export function scorePathWords({ sources, pathTerms, pathLengths }: Candidates, text: string): Float64Array {
  const scores = new Float64Array(sources.length);
  for (const [term, count] of countTerms(text)) {
    const places = pathTerms.get(term) ?? [];
    const weight = (1 + Math.log(count)) * inverseDocumentFrequency(places.length, sources.length);
    for (const place of places) scores[place] = (scores[place] as number) + weight;
  }
  return scores.map((score, place) => score / Math.sqrt(1 + (pathLengths[place] as number)));
}
