import type { CommitHit, CommitSearch } from '../model/commit-memory.ts';
import { AfterwitError } from '../model/errors.ts';
import type { HistorySnapshot } from '../ports/repository-index.ts';
import { subjectOf } from '../history/commit-message.ts';
import { findIssueReferences } from '../history/issue-references.ts';
import { explainMatch, matchedTerms, type PreparedQuery, prepareQuery } from '../history/match-commits.ts';
import type { HistorySettings } from '../history/options.ts';
import { type RankedCommit, rankCommits } from '../history/rank-commits.ts';

export interface SearchRequest {
  readonly snapshot: HistorySnapshot;
  readonly queries: readonly string[];
  readonly settings: HistorySettings['search'];
  readonly topK: number;
  readonly minimumConfidence: number;
  readonly explain: boolean;
  readonly ownSlug?: string;
}

const nearMisses = 3;

/**
 * search_commits(query or list, top_k) of the repository-memory paper, as of one commit, with a calibrated confidence for
 * each hit and the answer "none relevant" when none is likely enough.
 */
export function searchCommits(request: SearchRequest): CommitSearch {
  const { snapshot, topK, minimumConfidence } = request;
  const queries = request.queries
    .filter((query) => query.trim() !== '')
    .map((query) => prepareQuery(snapshot, query, request.settings, request.ownSlug));
  if (queries.length === 0) throw emptyQuery();
  const candidates = rankCommits(snapshot, queries, request.settings, topK);
  const relevant = candidates.filter(({ confidence }) => confidence >= minimumConfidence).slice(0, topK);
  const history = { asOf: snapshot.commit, commitCount: snapshot.commitCount };
  if (relevant.length > 0) {
    return { kind: 'relevant', hits: relevant.map((candidate) => describe(request, candidate)), ...history };
  }
  const hits = candidates.slice(0, Math.min(nearMisses, topK)).map((candidate) => describe(request, candidate));
  return { kind: 'none_relevant', reason: reasonOf(queries, hits, minimumConfidence), hits, ...history };
}

function describe(request: SearchRequest, { match, query, confidence }: RankedCommit): CommitHit {
  const { snapshot, settings, ownSlug } = request;
  const commit = snapshot.stored(match.ordinal);
  const revert = snapshot.commitsReferringTo(commit.id).find(({ relation }) => relation === 'reverts');
  return {
    id: commit.id,
    subject: subjectOf(commit.message),
    message: commit.message,
    author: commit.author,
    committedAtMs: commit.committedAtMs,
    files: snapshot.changesOf(match.ordinal),
    issues: findIssueReferences(commit.message, ownSlug).map(({ issue }) => issue),
    ...(revert === undefined ? {} : { revertedBy: snapshot.stored(revert.ordinal).id }),
    score: match.score,
    confidence,
    matchedTerms: matchedTerms(query, match.ordinal),
    ...(request.explain ? { explanation: explainMatch(snapshot, query, settings, match.ordinal) } : {}),
  };
}

function reasonOf(queries: readonly PreparedQuery[], nearest: readonly CommitHit[], minimum: number): string {
  if (nearest.length === 0) {
    const isBlank = queries.every(({ terms }) => terms.length === 0);
    return isBlank
      ? 'no commit message has any of these words'
      : 'no commit message has the words that tell this query from others';
  }
  const best = Math.max(...nearest.map(({ confidence }) => confidence));
  return `the nearest commit is ${percent(best)} likely to bear on this, below the ${percent(minimum)} asked for`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function emptyQuery(): AfterwitError {
  return new AfterwitError('INVALID_ARGUMENT', 'The query is empty. Give words to search for, such as "race in watcher".');
}
