import type { QueryProfile } from '../../query/profile-query.ts';
import { queryTerms } from '../../retrieval/item-terms.ts';
import { rankItems } from '../../retrieval/rank-items.ts';
import { sessionRejections } from '../decisions/session-rejections.ts';
import { type InspectedCandidate, inspectCandidates } from './inspect-candidates.ts';
import { matchQuestion } from './match-candidate.ts';
import { readStrategies } from './read-strategies.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';
import { resolvedFailures } from './resolved-failures.ts';
import type { RecallSurroundings } from './surroundings.ts';

/** Candidates looked at: more are found for whoever asks than are worth the time of a hook. */
const candidateLimits = { asked: 20, after_failure: 10 } as const;
/** Unasked, only the very same failure counts, and that shares the most words. */
const mostCompared = { asked: 20, after_failure: 5 } as const;

/** Memories that share words with what is asked, with what is true of them now; strongest match first. */
export async function findCandidates(
  { moment, files = [], speaker }: RecallMemoriesRequest,
  query: QueryProfile,
  surroundings: RecallSurroundings,
): Promise<readonly InspectedCandidate[]> {
  const { store, scopes, settings } = surroundings;
  const { retrieval, issues } = settings;
  const { ranked, outcomes, resolved, rejections, strategies } = store.read((reader) => {
    const found = rankItems({
      reader,
      scopes,
      terms: queryTerms(query.words, query.failure),
      files: files.map((file) => surroundings.files?.relative(file) ?? file),
      limit: candidateLimits[moment],
      settings: retrieval,
    });
    const told = reader.outcomesAbout(found.candidates.map(({ item }) => item.id));
    return {
      ranked: found,
      outcomes: told,
      resolved: query.failure === undefined ? new Map() : resolvedFailures(reader, told),
      rejections: sessionRejections(reader, speaker.session),
      strategies: readStrategies(reader, scopes, surroundings.clock.nowMs()),
    };
  });
  const { minimumRelevance } = retrieval;
  const question = matchQuestion(query, ranked, {
    issues,
    minimumRelevance,
    mostCompared: mostCompared[moment],
  });
  const branchMatters = moment === 'asked' ? () => true : (strength: string) => strength === 'same';
  return inspectCandidates(
    ranked.candidates,
    { question, outcomes, resolved, rejections, strategies, branchMatters },
    surroundings,
  );
}
