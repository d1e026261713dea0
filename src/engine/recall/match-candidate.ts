import { compareFailures, mayReadAlike } from '../../failures/matching/compare-failures.ts';
import { compareWithKnown } from '../../failures/matching/compare-with-known.ts';
import { type FailureQuery, failureQuery, knownFailure } from '../../failures/matching/failure-sides.ts';
import {
  type FailureHistory,
  type FailureScore,
  scoreFailure,
} from '../../failures/matching/score-failure.ts';
import { strengthOf } from '../../failures/matching/strength-of.ts';
import { readTold } from '../../failures/matching/told-failure.ts';
import type { FailureSettings } from '../../failures/options.ts';
import type { MatchStrength } from '../../model/decision.ts';
import type { FailureComparison, FailureProfile } from '../../model/failure.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import type { ItemCandidate, RankedItems } from '../../retrieval/rank-items.ts';
import { isBelieved } from './with-believed.ts';

/** How well a candidate fits what is asked. */
export interface CandidateMatch {
  readonly strength: MatchStrength;
  /** There when both are failures. */
  readonly comparison?: FailureScore;
  readonly sameness?: FailureComparison;
}

/** Adds whether it is the failure at hand to a candidate that is too far by words to be shown, but may speak against one that is. */
export function compareFarCandidate<Candidate extends Pick<ItemCandidate, 'item'> & CandidateMatch>(
  candidate: Candidate,
  { failure }: MatchQuestion,
): Candidate {
  const { body } = candidate.item;
  const { likeness = 0, isElsewhere = false } = candidate.sameness ?? {};
  const isCompared = likeness > 0 || isElsewhere;
  if (failure === undefined || body?.kind !== 'variant' || isCompared) return candidate;
  const known = { profile: body.failure, told: readTold(body.failure) };
  return { ...candidate, sameness: compareFailures(failure.compared(), known) };
}

/** Whether a memory may turn out to read as the failure at hand when they are compared; asked first, for most do not. */
export function mayBeRival(
  { item: { body } }: Pick<ItemCandidate, 'item'>,
  { failure }: MatchQuestion,
): boolean {
  return failure !== undefined && body?.kind === 'variant' && mayReadAlike(failure.compared(), body.failure);
}

interface MatchSettings {
  readonly failures: FailureSettings;
  readonly minimumRelevance: number;
  /** Most candidates that are compared in full, by relevance; of those that a person stands behind, as many beside them. */
  readonly mostCompared: number;
}

/** Share of the best candidate's relevance from which on a candidate is compared in full. */
const comparedShare = 0.25;
/** Share of the score of what is shown to whoever asks, from which on what was printed is compared. */
const nearShare = 0.5;

/** The question, read once for all candidates. */
export interface MatchQuestion {
  readonly failure: FailureQuery | undefined;
  /** Least relevance of a candidate; with fewer common words it cannot match. */
  readonly leastRelevance: { readonly believed: number; readonly others: number };
  readonly settings: MatchSettings;
}

export function matchQuestion(
  { failure, command, words, printed }: QueryProfile,
  { candidates, rarityOf }: Pick<RankedItems, 'candidates' | 'rarityOf'>,
  settings: MatchSettings,
): MatchQuestion {
  const variants = candidates.filter(({ item }) => item.body?.kind === 'variant');
  const least = comparedShare * (relevanceAt(variants, 0) ?? 0);
  const leastOf = (compared: readonly ItemCandidate[]) =>
    Math.max(least, relevanceAt(compared, settings.mostCompared - 1) ?? 0);
  const believed = variants.filter(({ item }) => isBelieved(item));
  const leastRelevance = { believed: leastOf(believed), others: leastOf(variants) };
  const asked = { command, printed, words, rarityOf };
  return { failure: failure && failureQuery({ failure, ...asked }), leastRelevance, settings };
}

function relevanceAt(candidates: readonly ItemCandidate[], place: number): number | undefined {
  return candidates.map(({ relevance }) => relevance).toSorted((a, b) => b - a)[place];
}

/** What came of a candidate before. */
interface CandidateHistory extends FailureHistory {
  readonly resolved: readonly FailureProfile[];
  readonly metAgain: () => readonly FailureProfile[];
}

/** Matches a candidate by its words. If both are failures, compares everything known about them. */
export function matchCandidate(
  { item, relevance }: Pick<ItemCandidate, 'item' | 'relevance'>,
  { failure: query, leastRelevance, settings }: MatchQuestion,
  { resolved, metAgain, ...history }: CandidateHistory,
): CandidateMatch {
  const least = leastRelevance[isBelieved(item) ? 'believed' : 'others'];
  if (query !== undefined && item.body?.kind === 'variant' && relevance < least)
    return { strength: 'different' };
  const known = query === undefined ? undefined : knownFailure(item, query.rarityOf, resolved, metAgain);
  if (query === undefined || known === undefined)
    return { strength: relevance >= settings.minimumRelevance ? 'similar' : 'different' };
  const comparison = scoreFailure(query, known, history);
  // What has next to nothing else in common did not print the same.
  const isNear = comparison.value >= nearShare * settings.failures.weakScore;
  const sameness = compareWithKnown(query, known, isNear);
  return { strength: strengthOf(comparison, sameness, settings.failures), comparison, sameness };
}
