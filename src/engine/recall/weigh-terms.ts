import type { QueryProfile } from '../../query/profile-query.ts';
import { queryTerms } from '../../retrieval/item-terms.ts';
import type { RankedItems } from '../../retrieval/rank-items.ts';

/** The terms of what is asked, each with its weight in choosing what of a long memory is shown: rare ones tell more. */
export function weighTerms(
  { words, failure }: Pick<QueryProfile, 'words' | 'failure'>,
  rarityOf: RankedItems['rarityOf'],
): ReadonlyMap<string, number> {
  return new Map([...queryTerms(words, failure).keys()].map((term) => [term, rarityOf(term) ?? 1]));
}
