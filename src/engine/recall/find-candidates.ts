import type { ItemId } from '../../model/brands.ts';
import type { RecallMoment } from '../../model/decision.ts';
import type { LocatedPlaces } from '../../model/evidence.ts';
import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import { queryTerms } from '../../retrieval/item-terms.ts';
import { type ItemCandidate, type RankedItems, rankItems } from '../../retrieval/rank-items.ts';
import { type AnsweringCandidate, rerankAnswers } from '../../retrieval/rerank-answers.ts';
import { sessionRejections, shownInSession } from '../decisions/session-past.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import {
  type InspectedCandidate,
  inspectCandidates,
  isAdmissible,
  strategiesFor,
} from './check-candidates.ts';
import {
  isBelieved,
  laterOccurrences,
  type MatchedCandidate,
  matchCandidates,
  matchQuestion,
  resolvedFailures,
} from './match-candidates.ts';
import { once } from './once.ts';
import { findPlaced, withPlaced } from './places.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';

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

/** Candidates that somebody stands behind keep so many places. */
const keptPlaces = 3;
const mostLookedThrough = 20;
/** As many read so nearly alike only where somebody tells of one failure again and again. */
const mostInCrowd = 400;
const nearShare = 0.5;

/**
 * The candidates with the next best that a person stands behind, where there are fewer of them than places: whoever may record failures
 * could else crowd out what is known of one, by telling of it in its own words as often as there are candidates.
 */
function withBelieved({
  candidates,
  further,
}: Pick<RankedItems, 'candidates' | 'further'>): readonly ItemCandidate[] {
  const missing = keptPlaces - candidates.filter(({ item }) => isBelieved(item)).length;
  if (missing <= 0) return candidates;
  let next = further(mostLookedThrough);
  const leastNear = nearShare * (candidates[0]?.relevance ?? 0);
  if (next.length === mostLookedThrough && (next.at(-1)?.relevance ?? 0) >= leastNear)
    next = further(mostInCrowd);
  return [...candidates, ...next.filter(({ item }) => isBelieved(item)).slice(0, missing)];
}

/** A rule that was replaced more often than this is history. */
const longestChain = 5;

/**
 * Adds what took the place of a lesson that was found: whoever asks in the words of the older rule is to see the one that holds. It
 * fits at least as well as the older one does, also where it was found for words of its own.
 */
export function withSuccessors(
  found: readonly ItemCandidate[],
  reader: Pick<ItemReader, 'item'>,
): readonly ItemCandidate[] {
  const all = new Map(found.map((candidate) => [candidate.item.id, candidate]));
  const most = found.length + longestChain;
  for (const { item: oldest } of found) {
    let older = all.get(oldest.id);
    for (let step = 0; step < longestChain && older !== undefined; step += 1) {
      const id = successorOf(older.item);
      if (id === undefined) break;
      const known = all.get(id);
      const item = known?.item ?? (all.size < most ? reader.item(id) : undefined);
      if (item === undefined) break;
      older = atLeast({ ...older, ...known, item }, older);
      all.set(id, older);
    }
  }
  return [...all.values()];
}

function atLeast(candidate: ItemCandidate, older: ItemCandidate): ItemCandidate {
  const isBetter = older.score > candidate.score;
  return {
    ...candidate,
    score: Math.max(candidate.score, older.score),
    relevance: Math.max(candidate.relevance, older.relevance),
    explain: isBetter ? older.explain : candidate.explain,
  };
}

/** What took the place of a lesson answers at least as likely as that one: it is what holds now. */
function answerForOlder<Candidate extends Pick<ItemCandidate, 'item'> & AnsweringCandidate>(
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const byId = new Map(candidates.map((candidate) => [candidate.item.id, candidate]));
  const best = new Map<ItemId, NonNullable<Candidate['answer']>>();
  for (const { item, answer } of candidates)
    for (const id of answer === undefined ? [] : lineOf(item, byId))
      if (answer !== undefined && answer.confidence > (best.get(id)?.confidence ?? 0)) best.set(id, answer);
  return candidates.map((candidate) => {
    const answer = best.get(candidate.item.id);
    return answer === undefined ? candidate : { ...candidate, answer };
  });
}

/** Lessons that were replaced stand right after what took their place, the latest first. */
export function placeSuccessors<Candidate extends Pick<ItemCandidate, 'item'>>(
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const byId = new Map(candidates.map((candidate) => [candidate.item.id, candidate]));
  const lines = Map.groupBy(candidates, ({ item }) => lastOf(item, byId));
  return [...lines.values()].flatMap((line) =>
    line.toSorted((a, b) => distanceOf(a.item, byId) - distanceOf(b.item, byId)),
  );
}

function successorOf(item: MemoryItem): ItemId | undefined {
  return item.status === 'superseded' && kindOf(item) === 'lesson' ? item.supersededById : undefined;
}

type Known = ReadonlyMap<ItemId, Pick<ItemCandidate, 'item'>>;

function lineOf(item: MemoryItem, byId: Known): readonly ItemId[] {
  const line = [item.id];
  for (let next = successorOf(item); next !== undefined && line.length <= longestChain; ) {
    const found = byId.get(next);
    if (found === undefined || line.includes(next)) break;
    line.push(next);
    next = successorOf(found.item);
  }
  return line;
}

function lastOf(item: MemoryItem, byId: Known): ItemId {
  return lineOf(item, byId).at(-1) ?? item.id;
}

function distanceOf(item: MemoryItem, byId: Known): number {
  return lineOf(item, byId).length;
}
