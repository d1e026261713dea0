import { compareFailures } from '../../issues/compare-failures.ts';
import { type IssueQuery, issueQuery, knownIssue } from '../../issues/issue-sides.ts';
import type { IssueSettings } from '../../issues/options.ts';
import { type IssueHistory, type IssueScore, scoreIssue } from '../../issues/score-issue.ts';
import type { MatchStrength } from '../../model/decision.ts';
import type { FailureProfile } from '../../model/failure.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import type { ItemCandidate, RankedItems } from '../../retrieval/rank-items.ts';

/** How well a candidate fits what is asked. */
export interface CandidateMatch {
  readonly strength: MatchStrength;
  /** There when both are failures. */
  readonly issue?: IssueScore;
}

export interface MatchSettings {
  readonly issues: IssueSettings;
  readonly minimumRelevance: number;
}

/** The question, read once for all candidates. */
export interface MatchQuestion {
  readonly issue: IssueQuery | undefined;
  readonly settings: MatchSettings;
}

export function matchQuestion(
  { failure, command, words }: QueryProfile,
  rarityOf: RankedItems['rarityOf'],
  settings: MatchSettings,
): MatchQuestion {
  if (failure === undefined) return { issue: undefined, settings };
  return {
    issue: issueQuery({ failure, ...(command === undefined ? {} : { command }), words, rarityOf }),
    settings,
  };
}

/** What came of a candidate before. */
export interface CandidateHistory extends IssueHistory {
  readonly resolved: readonly FailureProfile[];
}

/** By its words; and a known failure against a failure at hand by everything that is known of both. */
export function matchCandidate(
  { item, relevance }: Pick<ItemCandidate, 'item' | 'relevance'>,
  { issue: query, settings }: MatchQuestion,
  { resolved, ...history }: CandidateHistory,
): CandidateMatch {
  const known = query === undefined ? undefined : knownIssue(item, query.rarityOf, resolved);
  if (query === undefined || known === undefined)
    return { strength: relevance >= settings.minimumRelevance ? 'similar' : 'different' };
  const issue = scoreIssue(query, known, history);
  return { strength: strengthOf(issue, query, item, settings.issues), issue };
}

/** What may be shown unasked is the same by its error lines alone, and contradicts in no name. */
function strengthOf(
  { value, conflicting }: IssueScore,
  { failure }: IssueQuery,
  { body }: MemoryItem,
  { weakScore }: IssueSettings,
): MatchStrength {
  if (value < weakScore) return 'different';
  const isSame =
    conflicting.length === 0 &&
    body?.kind === 'variant' &&
    compareFailures(failure, body.failure).strength === 'same';
  return isSame ? 'same' : 'similar';
}
