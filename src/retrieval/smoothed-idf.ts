import { inverseDocumentFrequency } from '../text/select-terms.ts';

/**
 * Number of virtual memories without any term, added to the collection for idf: otherwise one memory in a young store
 * would make each of its terms common.
 */
export const imaginedItems = 100;

export function smoothedIdf(documentFrequency: number, itemCount: number): number {
  return inverseDocumentFrequency(documentFrequency, itemCount + imaginedItems);
}
