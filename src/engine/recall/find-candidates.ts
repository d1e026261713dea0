import type { RecallMoment } from '../../model/decision.ts';
import type { LocatedPlaces } from '../../model/evidence.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import { queryTerms } from '../../retrieval/item-terms.ts';
import { type RankedItems, rankItems } from '../../retrieval/rank-items.ts';
import { rerankAnswers } from '../../retrieval/rerank-answers.ts';
import { sessionRejections } from '../decisions/session-rejections.ts';
import { shownInSession } from '../decisions/shown-in-session.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { isAdmissible } from './admit-candidates.ts';
import { findPlaced, withPlaced } from './find-placed.ts';
import { type InspectedCandidate, inspectCandidates } from './inspect-candidates.ts';
import { laterOccurrences } from './later-occurrences.ts';
import { matchQuestion } from './match-candidate.ts';
import { type MatchedCandidate, matchCandidates } from './match-candidates.ts';
import { once } from './once.ts';
import { answerForOlder, placeSuccessors, withSuccessors } from './place-successors.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';
import { resolvedFailures } from './resolved-failures.ts';
import { strategiesFor } from './strategies-for.ts';
import { withBelieved } from './with-believed.ts';

/** How far to look: for whoever asks, for a hook, and where a policy retrieves once more. */
type Breadth = RecallMoment | 'high_precision_retrieval' | 'high_recall_retrieval';

/** Number of candidates, lower for a hook because it has less time. */
const candidateLimits: Readonly<Record<Breadth, number>> = {
  asked: 20,
  after_failure: 10,
  high_precision_retrieval: 20,
  high_recall_retrieval: 40,
};
/** Number of candidates compared in full. Unasked, only the same failure counts, which shares the most words. */
const mostCompared: Readonly<Record<Breadth, number>> = {
  asked: 10,
  after_failure: 5,
  high_precision_retrieval: 20,
  high_recall_retrieval: 40,
};

interface FoundCandidates {
  /** Strongest match first. */
  readonly candidates: readonly InspectedCandidate[];
  /** They are in the order of how likely each answers. */
  readonly isReranked?: boolean;
  /** See {@link RankedItems.rarityOf}. */
  readonly rarityOf: RankedItems['rarityOf'];
}

interface Search {
  /** Default: the request's moment. */
  readonly breadth?: Breadth;
  /** Where it is likely mended; absent where that was not looked for. */
  readonly located?: LocatedPlaces | undefined;
}

/** Memories that share words with the query, or whose fix changed a likely place, with current facts about them. */
export async function findCandidates(
  request: RecallMemoriesRequest,
  query: QueryProfile,
  dependencies: RecallDependencies,
  { breadth = request.moment, located }: Search = {},
): Promise<FoundCandidates> {
  const nowMs = dependencies.clock.nowMs();
  const { matched, rarityOf, statistics, strategies } = dependencies.store.read((reader) => {
    const found = matchKnown(reader, { request, query, nowMs, breadth, located }, dependencies);
    const { scopes, settings } = dependencies;
    const standpoint = { scopes, nowMs, settings: settings.memory };
    return { ...found, strategies: strategiesFor(found.matched, reader, standpoint) };
  });
  const isAsked = request.moment === 'asked';
  const candidates = await inspectCandidates(
    matched,
    {
      ofFailure: query.failure !== undefined,
      nowMs,
      strategies,
      branchMatters: ({ strength, place }) => isAsked || strength === 'same' || place !== undefined,
      filesMatter: ({ strength, place }) => isAsked || strength !== 'different' || place !== undefined,
    },
    dependencies,
  );
  if (!isAsked) return { candidates, rarityOf };
  const mayBeShown = (candidate: InspectedCandidate) => isAdmissible(candidate, true, dependencies);
  if (query.failure !== undefined) return { candidates: placeSuccessors(candidates), rarityOf };
  const { candidates: likeliestFirst, isReranked } = rerankAnswers(
    { question: query.words, statistics, settings: dependencies.settings.memory.v3.rerank },
    candidates,
    mayBeShown,
  );
  return { candidates: placeSuccessors(answerForOlder(likeliestFirst)), rarityOf, isReranked };
}

interface Question {
  readonly request: RecallMemoriesRequest;
  readonly query: QueryProfile;
  readonly nowMs: number;
  readonly breadth: Breadth;
  readonly located: LocatedPlaces | undefined;
}

function matchKnown(
  reader: ItemReader,
  { request: { moment, files = [], speaker }, query, nowMs, breadth, located }: Question,
  { scopes, settings: { retrieval, failures, memory }, files: working }: RecallDependencies,
): { readonly matched: readonly MatchedCandidate[] } & Pick<RankedItems, 'rarityOf' | 'statistics'> {
  const byWords = rankItems({
    reader,
    scopes,
    terms: queryTerms(query.words, query.failure),
    files: memory.v3.activeHooks.fileSalience ? files.map((file) => working?.relative(file) ?? file) : [],
    limit: candidateLimits[breadth],
    settings: retrieval,
  });
  const found = query.failure === undefined ? byWords : { ...byWords, candidates: withBelieved(byWords) };
  const placed = located === undefined ? [] : findPlaced(reader, scopes, located);
  const ranked =
    moment === 'asked'
      ? { ...found, candidates: withSuccessors(found.candidates, reader) }
      : { ...found, candidates: withPlaced(found.candidates, placed) };
  const outcomes = reader.outcomesAbout(ranked.candidates.map(({ item }) => item.id));
  const settings = { failures, mostCompared: mostCompared[breadth] };
  const question = matchQuestion(query, ranked, settings);
  const rejections = sessionRejections(reader, speaker.session);
  const matched = matchCandidates(ranked.candidates, question, {
    nowMs,
    outcomes,
    resolved: query.failure === undefined ? new Map() : resolvedFailures(reader, outcomes),
    metAgain: (item) => laterOccurrences(reader, item),
    rejections,
    shown: once(() => (moment === 'asked' ? new Set() : shownInSession(reader, speaker.session, nowMs))),
  });
  return { matched, rarityOf: ranked.rarityOf, statistics: ranked.statistics };
}
