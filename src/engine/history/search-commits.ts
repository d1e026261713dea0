import { subjectOf } from '../../history/commit-message.ts';
import { dropRepetitions } from '../../history/drop-repetitions.ts';
import { findIssueReferences } from '../../history/find-issue-references.ts';
import { explainMatch, matchedWords, type PreparedQuery, prepareQuery } from '../../history/match-commits.ts';
import type { HistorySettings } from '../../history/options.ts';
import { type RankedCommit, rankCommits } from '../../history/rank-commits.ts';
import { voteFiles } from '../../history/vote-files.ts';
import type { CommitHit, CommitSearch, FileVote } from '../../model/answers/commit-answers.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { HistorySnapshot } from '../../ports/repository-index.ts';
import type { History } from './history-reader.ts';

export interface SearchRequest {
  readonly history: History;
  readonly queries: readonly string[];
  readonly settings: HistorySettings;
  readonly topK: number;
  readonly minimumConfidence: number;
  /** Number of files to list that the matches changed. */
  readonly fileCount: number;
  readonly explain: boolean;
  readonly ownSlug?: string | undefined;
}

/** Number of commits that vote for files: enough to average out chance, few enough to stay relevant to the query. */
const voterCount = 200;
/** Candidates for each requested hit, because confidence reorders hits and repetitions are dropped. */
const candidatesPerHit = 3;
const nearMisses = 3;

/**
 * search_commits(query or list, top_k) of the repository-memory paper, as of one commit, with a calibrated confidence for
 * each hit and the answer "none relevant" when none is likely enough.
 *
 * @throws INVALID_ARGUMENT for a query without text
 */
export async function searchCommits(request: SearchRequest): Promise<CommitSearch> {
  const { history, settings, topK, minimumConfidence } = request;
  const { snapshot } = history;
  const queries = prepareQueries(request);
  const ranked = rankCommits(
    snapshot,
    queries,
    settings.search,
    Math.max(voterCount, candidatesPerHit * topK),
  );
  const relevant = ranked.filter(({ confidence }) => confidence >= minimumConfidence);
  const shown =
    relevant.length > 0
      ? chooseHits(snapshot, relevant, topK)
      : chooseHits(snapshot, ranked.toSorted(surestFirst), Math.min(nearMisses, topK));
  return {
    ...verdict(queries, ranked, minimumConfidence),
    hits: shown.map((commit) => describe(request, commit)),
    files: await likelyFiles(request, ranked),
    asOf: snapshot.commit,
    commitCount: snapshot.commitCount,
  };
}

function prepareQueries({ history, queries, settings, ownSlug }: SearchRequest): readonly PreparedQuery[] {
  const texts = queries.filter((query) => query.trim() !== '');
  if (texts.length === 0) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'The query is empty. Give words to search for, such as "race in watcher".',
    );
  }
  return texts.map((query) => prepareQuery(history.snapshot, query, settings.search, ownSlug));
}

/** The best-ranked commits with the highest confidence, without repetitions. */
function chooseHits(
  snapshot: HistorySnapshot,
  ranked: readonly RankedCommit[],
  count: number,
): readonly RankedCommit[] {
  const candidates = ranked.slice(0, candidatesPerHit * count);
  return dropRepetitions(snapshot, candidates).toSorted(surestFirst).slice(0, count);
}

function surestFirst(a: RankedCommit, b: RankedCommit): number {
  return b.confidence - a.confidence || b.match.score - a.match.score;
}

function verdict(
  queries: readonly PreparedQuery[],
  ranked: readonly RankedCommit[],
  minimumConfidence: number,
): Pick<CommitSearch, 'kind' | 'reason'> {
  if (ranked.length > 0) {
    const highest = Math.max(...ranked.map(({ confidence }) => confidence));
    if (highest >= minimumConfidence) return { kind: 'relevant' };
    const reason = `the nearest commit is ${percent(highest)} likely to be relevant, below the required ${percent(minimumConfidence)}`;
    return { kind: 'none_relevant', reason };
  }
  const isUnknown = queries.every(({ terms }) => terms.length === 0);
  const reason = isUnknown
    ? 'no commit message contains any of these words'
    : 'no commit message contains the distinctive words of this query';
  return { kind: 'none_relevant', reason };
}

async function likelyFiles(
  { history, settings, fileCount }: SearchRequest,
  ranked: readonly RankedCommit[],
): Promise<readonly FileVote[]> {
  if (fileCount === 0) return [];
  const { snapshot } = history;
  const { renames, exists } = await history.files();
  const voters = ranked.slice(0, voterCount).map(({ match }) => match);
  return voteFiles(snapshot, voters, renames, exists, settings, fileCount);
}

function describe(request: SearchRequest, { match, query, confidence }: RankedCommit): CommitHit {
  const { history, settings, ownSlug } = request;
  const { snapshot } = history;
  const commit = snapshot.stored(match.ordinal);
  const revertedBy = findRevert(snapshot, commit.id);
  return {
    id: commit.id,
    subject: subjectOf(commit.message),
    message: commit.message,
    author: commit.author,
    committedAtMs: commit.committedAtMs,
    files: snapshot.changesOf(match.ordinal),
    issues: findIssueReferences(commit.message, ownSlug).map(({ issue }) => issue),
    ...(revertedBy === undefined ? {} : { revertedBy }),
    score: match.score,
    confidence,
    matchedWords: matchedWords(query, match.ordinal, commit.message),
    ...(request.explain
      ? { explanation: explainMatch(snapshot, query, settings.search, match.ordinal) }
      : {}),
    ...(request.explain ? { evidence: match.evidence } : {}),
  };
}

function findRevert(snapshot: HistorySnapshot, id: CommitHit['id']): CommitHit['id'] | undefined {
  const revert = snapshot.commitsReferringTo(id).find(({ relation }) => relation === 'reverts');
  return revert === undefined ? undefined : snapshot.stored(revert.ordinal).id;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
