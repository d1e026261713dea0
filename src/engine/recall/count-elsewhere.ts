import type { QueryProfile } from '../../query/profile-query.ts';
import { compareMemories } from '../../retrieval/answer-evidence.ts';
import { estimateAnswer } from '../../retrieval/estimate-answer.ts';
import { queryTerms } from '../../retrieval/item-terms.ts';
import { leastRelevance, rankItems } from '../../retrieval/rank-items.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';

/** More of them say no more. */
const mostCounted = 5;

/**
 * How many memories of scopes that are not read here fit the question, where those that are read have no answer: what was said in the
 * wrong scope, or is asked from the wrong place, shows so (Memory V3, Risk 4). They are counted and not shown.
 */
export function countElsewhere(
  { words, failure }: QueryProfile,
  { store, scopes, settings: { retrieval } }: RecallDependencies,
): number {
  return store.read((reader) => {
    const others = reader.scopes().filter((scope) => !scopes.includes(scope));
    if (others.length === 0) return 0;
    const { candidates, statistics } = rankItems({
      ...{ reader, scopes: others, settings: retrieval, files: [], limit: mostCounted },
      terms: queryTerms(words, failure),
    });
    const holding = candidates.filter(({ item }) => item.status === 'active' && !item.quarantined);
    if (failure !== undefined) return holding.filter(({ relevance }) => relevance >= leastRelevance).length;
    const items = holding.map(({ item }) => item);
    const estimates = compareMemories(words, items, statistics).map(estimateAnswer);
    return estimates.filter(({ level }) => level !== 'nothing').length;
  });
}
