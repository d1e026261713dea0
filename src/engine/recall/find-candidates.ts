import { isExpired } from '../../lifecycle/expiry.ts';
import type { PreferenceBody } from '../../model/preference-body.ts';
import type { Scope } from '../../model/scope.ts';
import { isTrustedAs } from '../../model/trust.ts';
import type { ItemReader } from '../../ports/item-store.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import { queryTerms } from '../../retrieval/item-terms.ts';
import { type RankedItems, rankItems } from '../../retrieval/rank-items.ts';
import { sessionRejections } from '../decisions/session-rejections.ts';
import { shownInSession } from '../decisions/shown-in-session.ts';
import { type InspectedCandidate, inspectCandidates } from './inspect-candidates.ts';
import { laterOccurrences } from './later-occurrences.ts';
import { matchQuestion } from './match-candidate.ts';
import { type MatchedCandidate, matchCandidates } from './match-candidates.ts';
import { placeSuccessors, withSuccessors } from './place-successors.ts';
import type { RecallDependencies } from './recall-dependencies.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';
import { resolvedFailures } from './resolved-failures.ts';

/** Number of candidates, lower for a hook because it has less time. */
const candidateLimits = { asked: 20, after_failure: 10 } as const;
/** Number of candidates compared in full. Unasked, only the same failure counts, which shares the most words. */
const mostCompared = { asked: 20, after_failure: 5 } as const;

interface FoundCandidates {
  /** Strongest match first. */
  readonly candidates: readonly InspectedCandidate[];
  /** See {@link RankedItems.rarityOf}. */
  readonly rarityOf: RankedItems['rarityOf'];
}

/** Memories that share words with the query, with current facts about them. */
export async function findCandidates(
  request: RecallMemoriesRequest,
  query: QueryProfile,
  dependencies: RecallDependencies,
): Promise<FoundCandidates> {
  const nowMs = dependencies.clock.nowMs();
  const { matched, rarityOf, strategies } = dependencies.store.read((reader) => {
    const found = matchKnown(reader, { request, query, nowMs }, dependencies);
    const { scopes } = dependencies;
    return { ...found, strategies: strategiesFor(found.matched, reader, { scopes, nowMs }) };
  });
  const isAsked = request.moment === 'asked';
  const candidates = await inspectCandidates(
    matched,
    {
      ofFailure: query.failure !== undefined,
      nowMs,
      strategies,
      branchMatters: (strength) => isAsked || strength === 'same',
      filesMatter: (strength) => isAsked || strength !== 'different',
    },
    dependencies,
  );
  return { candidates: request.moment === 'asked' ? placeSuccessors(candidates) : candidates, rarityOf };
}

interface Question {
  readonly request: RecallMemoriesRequest;
  readonly query: QueryProfile;
  readonly nowMs: number;
}

function matchKnown(
  reader: ItemReader,
  { request: { moment, files = [], speaker }, query, nowMs }: Question,
  { scopes, settings: { retrieval, failures }, files: working }: RecallDependencies,
): { readonly matched: readonly MatchedCandidate[]; readonly rarityOf: RankedItems['rarityOf'] } {
  const found = rankItems({
    reader,
    scopes,
    terms: queryTerms(query.words, query.failure),
    files: files.map((file) => working?.relative(file) ?? file),
    limit: candidateLimits[moment],
    settings: retrieval,
  });
  const ranked =
    moment === 'asked' ? { ...found, candidates: withSuccessors(found.candidates, reader) } : found;
  const outcomes = reader.outcomesAbout(ranked.candidates.map(({ item }) => item.id));
  const { minimumRelevance } = retrieval;
  const settings = { failures, minimumRelevance, mostCompared: mostCompared[moment] };
  const matched = matchCandidates(ranked.candidates, matchQuestion(query, ranked, settings), {
    nowMs,
    outcomes,
    resolved: query.failure === undefined ? new Map() : resolvedFailures(reader, outcomes),
    metAgain: (item) => laterOccurrences(reader, item),
    rejections: sessionRejections(reader, speaker.session),
    shown: once(() => (moment === 'asked' ? new Set() : shownInSession(reader, speaker.session, nowMs))),
  });
  return { matched, rarityOf: ranked.rarityOf };
}

function once<T>(compute: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}

interface Standpoint {
  readonly scopes: readonly Scope[];
  readonly nowMs: number;
}

/** Only fixes follow strategies, and where none is near there is nothing to judge by them. */
function strategiesFor(
  matched: readonly MatchedCandidate[],
  reader: ItemReader,
  standpoint: Standpoint,
): readonly PreferenceBody[] {
  const isFixNear = matched.some(
    ({ item, strength }) => item.body?.kind === 'variant' && strength !== 'different',
  );
  return isFixNear ? readStrategies(reader, standpoint) : [];
}

/** Strategies that somebody trusted wants or does not want here, the latest word first. */
function readStrategies(reader: ItemReader, { scopes, nowMs }: Standpoint): readonly PreferenceBody[] {
  return reader
    .items({
      scopes,
      kinds: ['lesson'],
      types: ['preference'],
      statuses: ['active'],
      quarantined: false,
      bodyKind: 'preference',
    })
    .filter((item) => isTrustedAs(item.trust, 'verified') && !isExpired(item, nowMs))
    .toSorted((a, b) => b.updatedAtMs - a.updatedAtMs)
    .flatMap(({ body }) => (body?.kind === 'preference' ? [body] : []));
}
