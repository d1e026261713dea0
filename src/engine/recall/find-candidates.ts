import type { ItemId } from '../../model/brands.ts';
import type { LocatedPlaces } from '../../model/evidence.ts';
import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { queryTerms } from '../../retrieval/item-terms.ts';
import { type ItemCandidate, type RankedItems, rankItems } from '../../retrieval/rank-items.ts';
import { type AnsweringCandidate, rerankAnswers } from '../../retrieval/rerank-answers.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { type Candidate, isBelieved } from './candidate.ts';
import { inspectCandidates, isAdmissible, strategiesFor } from './check-candidates.ts';
import { matchFound } from './match-candidates.ts';
import { type NearMemories, orderNear, withNear } from './near-memories.ts';
import { findPlaced, withPlaced } from './places.ts';
import type { Question } from './question.ts';

export interface FoundCandidates {
  /** Strongest match first. */
  readonly candidates: readonly Candidate[];
  /** They are in the order of how likely each answers. */
  readonly isReranked?: boolean;
  /** See {@link RankedItems.rarityOf}. */
  readonly rarityOf: RankedItems['rarityOf'];
}

/**
 * Memories that share words with the query, or whose fix changed a likely place, with current facts about them.
 * @param located absent where that was not looked for
 * @param near candidates that are near by vectors; absent where vectors are off
 */
export async function findCandidates(
  question: Question,
  dependencies: RecallDependencies,
  located?: LocatedPlaces,
  near?: NearMemories,
): Promise<FoundCandidates> {
  const { query, moment, request } = question;
  const { store, clock, scopes, settings } = dependencies;
  const nowMs = clock.nowMs();
  const ofFailure = query.failure !== undefined;
  const { matched, rarityOf, statistics, strategies } = store.read((reader) => {
    const found = findKnown(reader, question, dependencies, { located, near });
    const asking = { ...moment, ...{ query, nowMs, session: request.speaker.session } };
    const fitting = matchFound(reader, found, asking, settings.failures);
    const wanted = strategiesFor(fitting, reader, { scopes, nowMs, settings: settings.memory });
    return { ...found, matched: fitting, strategies: wanted };
  });
  const inspection = { asked: moment.asked, ofFailure, nowMs, strategies };
  const candidates = await inspectCandidates(matched, inspection, dependencies);
  if (!moment.asked) return { candidates, rarityOf };
  if (ofFailure) return { candidates: placeSuccessors(candidates), rarityOf };
  const { candidates: likeliestFirst, isReranked } = rerankAnswers(
    { question: query.words, statistics, settings: settings.memory.v3.rerank },
    candidates,
    (candidate) => isAdmissible(candidate, true, dependencies),
  );
  const ordered = orderNear(answerForOlder(likeliestFirst), near, { question: query.words, statistics });
  return { candidates: placeSuccessors(ordered), rarityOf, isReranked };
}

function findKnown(
  reader: ItemReader,
  { request: { files = [] }, query, moment }: Question,
  { scopes, settings: { retrieval, memory }, files: working }: RecallDependencies,
  { located, near }: { readonly located: LocatedPlaces | undefined; readonly near: NearMemories | undefined },
): Pick<RankedItems, 'candidates' | 'rarityOf' | 'statistics'> {
  const byWords = rankItems({
    ...{ reader, scopes, settings: retrieval, limit: moment.mostFound },
    terms: queryTerms(query.words, query.failure),
    files: memory.v3.activeHooks.fileSalience ? files.map((file) => working?.relative(file) ?? file) : [],
  });
  // The ways of mending a rule are offered for a finding of it, whatever words they share.
  const found =
    query.failure === undefined
      ? byWords.candidates
      : withBelieved(byWords).filter(({ item }) => item.body?.kind !== 'finding');
  const placed = located === undefined ? [] : findPlaced(reader, scopes, located);
  const candidates = moment.asked
    ? withSuccessors(withNear(found, near, reader), reader)
    : withPlaced(found, placed);
  return { ...byWords, candidates };
}

/** Places kept for candidates that a person stands behind. */
const keptPlaces = 3;
const mostLookedThrough = 20;
/** So many read so nearly alike only when one failure is recorded again and again. */
const mostInCrowd = 400;
const nearShare = 0.5;

/**
 * The candidates with the next best that a person stands behind, where there are fewer of them than places: an agent
 * that records one failure in its own words again and again could else crowd out the other memories of it.
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
 * Adds the successors of lessons that were found: a question in the words of the older rule must find the
 * rule that holds. A successor fits at least as well as the older one, also where it was found for words of
 * its own.
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

/** The successor of a lesson answers at least as likely as the lesson: the successor holds now. */
function answerForOlder(candidates: readonly Candidate[]): readonly Candidate[] {
  const byId = new Map(candidates.map((candidate) => [candidate.item.id, candidate]));
  const best = new Map<ItemId, NonNullable<AnsweringCandidate['answer']>>();
  for (const { item, answer } of candidates)
    for (const id of answer === undefined ? [] : lineOf(item, byId))
      if (answer !== undefined && answer.confidence > (best.get(id)?.confidence ?? 0)) best.set(id, answer);
  return candidates.map((candidate) => {
    const answer = best.get(candidate.item.id);
    return answer === undefined ? candidate : { ...candidate, answer };
  });
}

/** Places replaced lessons right after their successors, the latest first. */
export function placeSuccessors<Found extends Pick<ItemCandidate, 'item'>>(
  candidates: readonly Found[],
): readonly Found[] {
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
