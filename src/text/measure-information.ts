import { inverseDocumentFrequency } from './select-terms.ts';

/** How much a text says, and how much of it a collection has heard of. */
interface Information {
  /** Σ (1 + ln tf) · idf over all terms of the text. */
  readonly information: number;
  /** Share of it in terms that any document has, 0–1. */
  readonly knownShare: number;
}

/**
 * Information in a text, from the view of a collection. In an issue of another repository, little but everyday words are
 * known, and they say little.
 */
export function measureInformation(
  counts: ReadonlyMap<string, number>,
  collection: { readonly documentCount: number; readonly documentFrequency: (term: string) => number },
): Information {
  let known = 0;
  let information = 0;
  for (const [term, count] of counts) {
    const frequency = collection.documentFrequency(term);
    const mass = (1 + Math.log(count)) * inverseDocumentFrequency(frequency, collection.documentCount);
    information += mass;
    if (frequency > 0) known += mass;
  }
  return { information, knownShare: information > 0 ? known / information : 0 };
}
