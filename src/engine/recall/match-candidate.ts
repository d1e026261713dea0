import { compareFailures } from '../../issues/matching/compare-failures.ts';
import {
  type IssueQuery,
  issueQuery,
  type KnownIssue,
  knownIssue,
} from '../../issues/matching/issue-sides.ts';
import { readExcerpt } from '../../issues/matching/read-excerpt.ts';
import { type IssueHistory, type IssueScore, scoreIssue } from '../../issues/matching/score-issue.ts';
import type { IssueSettings } from '../../issues/options.ts';
import type { MatchStrength } from '../../model/decision.ts';
import type { FailureComparison, FailureProfile } from '../../model/failure.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import type { ItemCandidate, RankedItems } from '../../retrieval/rank-items.ts';

/** How well a candidate fits what is asked. */
export interface CandidateMatch {
  readonly strength: MatchStrength;
  /** There when both are failures. */
  readonly issue?: IssueScore;
  readonly sameness?: FailureComparison;
}

export interface MatchSettings {
  readonly issues: IssueSettings;
  readonly minimumRelevance: number;
  /** Most candidates that are compared in full, by relevance. */
  readonly mostCompared: number;
}

/** Share of the best candidate's relevance from which on a candidate is compared in full. */
const comparedShare = 0.25;
/** Share of the score of what is shown to whoever asks, from which on what was printed is compared. */
const nearShare = 0.5;

/** The question, read once for all candidates. */
export interface MatchQuestion {
  readonly issue: IssueQuery | undefined;
  /** What shares fewer words with the question than this cannot be what it is about. */
  readonly leastRelevance: number;
  readonly settings: MatchSettings;
}

export function matchQuestion(
  { failure, command, words, linesWith }: QueryProfile,
  { candidates, rarityOf }: RankedItems,
  settings: MatchSettings,
): MatchQuestion {
  const relevances = candidates
    .filter(({ item }) => item.body?.kind === 'variant')
    .map(({ relevance }) => relevance)
    .sort((a, b) => b - a);
  const leastRelevance = Math.max(
    comparedShare * (relevances[0] ?? 0),
    relevances[settings.mostCompared - 1] ?? 0,
  );
  const asked = {
    ...(command === undefined ? {} : { command }),
    ...(linesWith === undefined ? {} : { linesWith }),
    words,
    rarityOf,
  };
  return { issue: failure && issueQuery({ failure, ...asked }), leastRelevance, settings };
}

/** What came of a candidate before. */
export interface CandidateHistory extends IssueHistory {
  readonly resolved: readonly FailureProfile[];
}

/** By its words; and a known failure against a failure at hand by everything that is known of both. */
export function matchCandidate(
  { item, relevance }: Pick<ItemCandidate, 'item' | 'relevance'>,
  { issue: query, leastRelevance, settings }: MatchQuestion,
  { resolved, ...history }: CandidateHistory,
): CandidateMatch {
  if (query !== undefined && item.body?.kind === 'variant' && relevance < leastRelevance)
    return { strength: 'different' };
  const known = query === undefined ? undefined : knownIssue(item, query.rarityOf, resolved);
  if (query === undefined || known === undefined)
    return { strength: relevance >= settings.minimumRelevance ? 'similar' : 'different' };
  const issue = scoreIssue(query, known, history);
  // What has next to nothing else in common did not print the same.
  const isNear = issue.value >= nearShare * settings.issues.weakScore;
  const sameness: FailureComparison = isNear
    ? mostAlike(query, known)
    : { likeness: 0, strength: 'different' };
  return { strength: strengthOf(issue, sameness, settings.issues), issue, sameness };
}

/** A memory is about each time that its failure was met. */
function mostAlike(query: IssueQuery, { met }: KnownIssue): FailureComparison {
  const [first, ...others] = met.map((profile) =>
    compareFailures(query.compared, { profile, excerpt: readExcerpt(profile.excerpt) }),
  );
  let best = first ?? { likeness: 0, strength: 'different' };
  for (const one of others) if (isBetter(one, best)) best = one;
  return best;
}

function isBetter(one: FailureComparison, other: FailureComparison): boolean {
  if ((one.strength === 'same') !== (other.strength === 'same')) return one.strength === 'same';
  return one.likeness > other.likeness;
}

/** What may be shown unasked is the very same failure; how well it fits otherwise is for whoever asks. */
function strengthOf(
  { value }: IssueScore,
  { strength }: FailureComparison,
  { weakScore }: IssueSettings,
): MatchStrength {
  if (strength === 'same') return 'same';
  return value < weakScore ? 'different' : 'similar';
}
