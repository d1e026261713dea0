import { standaloneKinds } from '../model/memory-item.ts';
import type { Scope } from '../model/scope.ts';
import type { ItemReader } from '../ports/item-store.ts';
import { smoothedIdf } from './smoothed-idf.ts';

/** Rarity of each term among all memories of the scopes, 0–1; 1 if no memory contains it. */
export type ReadRarities = (terms: readonly string[]) => ReadonlyMap<string, number>;

/** Rarity of terms that need not be the query's; to be called while the reader is open. */
export function readRarities(
  reader: Pick<ItemReader, 'documentFrequencies' | 'countItems'>,
  scopes: readonly Scope[],
): ReadRarities {
  return (terms) => {
    const frequencies = reader.documentFrequencies(scopes, terms);
    const itemCount = reader.countItems({ scopes, kinds: standaloneKinds });
    const rarest = smoothedIdf(0, itemCount);
    return new Map(terms.map((term) => [term, smoothedIdf(frequencies.get(term) ?? 0, itemCount) / rarest]));
  };
}
