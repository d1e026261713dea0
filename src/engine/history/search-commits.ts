import { countMessageTerms, type MessageTerms, wordsOfMessage } from '../../codebase/summarise-file.ts';
import { type CollapsedCommit, collapseRepetitions } from '../../history/collapse-repetitions.ts';
import { findIssueReferences, searchableText, subjectOf } from '../../history/commit-message.ts';
import { estimateAnswer, judgedHits } from '../../history/estimate-confidence.ts';
import { evidenceCommits } from '../../history/file-activity.ts';
import {
  explainMatch,
  matchedWords,
  type PreparedQuery,
  prepareQuery,
  type RankedCommit,
  rankCommits,
} from '../../history/match-commits.ts';
import type { HistorySettings } from '../../history/options.ts';
import { fileAgreement, voteFiles } from '../../history/vote-files.ts';
import type { CommitHit, CommitSearch, FileVote } from '../../model/answers/commit-answers.ts';
import { invalidArgument } from '../../model/errors.ts';
import type { HistorySnapshot } from '../../ports/repository-index.ts';
import { oncePerKey } from '../../text/once.ts';
import type { History } from '../snapshot/history-reader.ts';
import { withoutSecrets } from './examine-commit.ts';

export interface SearchRequest {
  readonly history: History;
  readonly queries: readonly string[];
  readonly settings: HistorySettings;
  readonly topK: number;
  readonly minimumConfidence: number;
  /** Less likely answers are "none relevant" as a whole. */
  readonly minimumAnswerConfidence: number;
  /** Number of files to list that the matches changed. */
  readonly fileCount: number;
  readonly explain: boolean;
  /** Number of commits to describe where none is relevant. */
  readonly nearMisses?: number | undefined;
  readonly ownSlug?: string | undefined;
}

/** Number of commits that vote for files: enough to average out chance, few enough to stay relevant to the query. */
const voterCount = 200;
/** Candidates for each requested hit, because confidence reorders hits and repetitions are dropped. */
const candidatesPerHit = 3;
const usualNearMisses = 3;

/**
 * search_commits(query or list, top_k) of the repository-memory paper, as of one commit, with a calibrated confidence for
 * each hit and the answer "none relevant" when none is likely enough.
 * @throws INVALID_ARGUMENT for a query without text
 */
export async function searchCommits(request: SearchRequest): Promise<CommitSearch> {
  const { history, settings, topK, nearMisses = usualNearMisses } = request;
  const { snapshot } = history;
  const queries = prepareQueries(request);
  const count = Math.max(voterCount, candidatesPerHit * topK);
  const ranked = rankCommits(snapshot, queries, settings.search, count);
  const confidence = confidenceIn(snapshot, ranked.slice(0, judgedHits));
  const doubt = findDoubt(queries, ranked, confidence, request);
  const relevant =
    doubt === undefined ? ranked.filter((commit) => commit.confidence >= request.minimumConfidence) : [];
  const shown =
    relevant.length > 0
      ? chooseHits(snapshot, relevant, topK)
      : chooseHits(snapshot, ranked.toSorted(surestFirst), Math.min(nearMisses, topK));
  return {
    ...(doubt === undefined ? { kind: 'relevant' } : { kind: 'none_relevant', reason: doubt }),
    confidence,
    hits: shown.map((commit) => describe(request, commit)),
    files: await likelyFiles(request, ranked),
    asOf: snapshot.commit,
    commitCount: snapshot.commitCount,
  };
}

function prepareQueries({ history, queries, settings, ownSlug }: SearchRequest): readonly PreparedQuery[] {
  const texts = queries.filter((query) => query.trim() !== '');
  if (texts.length === 0) {
    throw invalidArgument('The query is empty. Give words to search for, such as "race in watcher".');
  }
  return texts.map((query) => prepareQuery(history.snapshot, query, settings.search, ownSlug));
}

function confidenceIn(snapshot: HistorySnapshot, judged: readonly RankedCommit[]): number {
  const { offsets, pathIds } = snapshot.changes;
  const found = judged.map(({ match: { ordinal, evidence } }) => ({
    relativeScore: evidence.relativeScore,
    paths: [...pathIds.subarray(offsets[ordinal], offsets[ordinal + 1])].map((id) => snapshot.path(id)),
  }));
  return estimateAnswer(
    judged.map(({ match }) => match.evidence),
    fileAgreement(found),
  );
}

/** The best-ranked commits without repetitions; of words, those with the highest confidence. */
function chooseHits(
  snapshot: HistorySnapshot,
  ranked: readonly RankedCommit[],
  count: number,
): readonly CollapsedCommit[] {
  const candidates = ranked.slice(0, candidatesPerHit * count);
  return collapseRepetitions(snapshot, candidates).toSorted(surestFirst).slice(0, count);
}

function surestFirst(a: RankedCommit, b: RankedCommit): number {
  return b.confidence - a.confidence || b.match.score - a.match.score;
}

/** Why nothing is relevant, in words; undefined where something is. */
function findDoubt(
  queries: readonly PreparedQuery[],
  ranked: readonly RankedCommit[],
  confidence: number,
  { minimumConfidence, minimumAnswerConfidence }: SearchRequest,
): string | undefined {
  if (ranked.length === 0) {
    return queries.every(({ terms }) => terms.length === 0)
      ? 'no commit message contains any of these words'
      : 'no commit message contains the distinctive words of this query';
  }
  const highest = Math.max(...ranked.map((commit) => commit.confidence));
  if (highest < minimumConfidence) {
    return `the nearest commit is ${percent(highest)} likely to be relevant, below the required ${percent(minimumConfidence)}`;
  }
  if (confidence >= minimumAnswerConfidence) return undefined;
  const known = Math.max(...queries.map(({ knownShare }) => knownShare));
  return `it is ${percent(confidence)} likely that any of these commits is relevant, below the required ${percent(minimumAnswerConfidence)}; commit messages know ${percent(known)} of what the query says`;
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

function describe(
  request: SearchRequest,
  { match, query, confidence, repeatedBy }: CollapsedCommit,
): CommitHit {
  const { history, settings, ownSlug } = request;
  const { snapshot } = history;
  const commit = snapshot.stored(match.ordinal);
  const message = withoutSecrets(commit.message);
  const revertedBy = findRevert(snapshot, commit.id);
  return {
    id: commit.id,
    subject: subjectOf(message),
    message,
    author: commit.author,
    committedAtMs: commit.committedAtMs,
    files: snapshot.changesOf(match.ordinal),
    issues: findIssueReferences(commit.message, ownSlug).map(({ issue }) => issue),
    ...(revertedBy === undefined ? {} : { revertedBy }),
    ...(repeatedBy.length === 0
      ? {}
      : { repeatedBy: repeatedBy.map((ordinal) => snapshot.stored(ordinal).id) }),
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

/** Only the newest messages count, because they describe the file's current purpose. */
const newestCommits = 60;

/** The words of the newest commits of some files, by path id. Each message is read once. */
export async function gatherMessages(
  history: History,
  pathIds: ReadonlySet<number>,
  settings: Pick<HistorySettings, 'evidenceFileLimit'>,
): Promise<(pathId: number) => MessageTerms> {
  const { snapshot } = history;
  const { renames } = await history.files();
  const commits = new Map<number, number[]>([...pathIds].map((pathId) => [pathId, []]));
  for (const { ordinal, paths } of evidenceCommits(snapshot, renames, settings.evidenceFileLimit)) {
    for (const path of paths) commits.get(path)?.push(ordinal);
  }
  // Several files share commits.
  const wordsOf = oncePerKey((ordinal: number) =>
    wordsOfMessage(searchableText(snapshot.stored(ordinal).message)),
  );
  const historyFrequency = oncePerKey((term: string) => snapshot.postings(term)?.ordinals.length ?? 0);
  return (pathId) => {
    const newest = commits.get(pathId)?.slice(-newestCommits) ?? [];
    return {
      commitCount: newest.length,
      terms: countMessageTerms(newest.map(wordsOf)),
      historyCommitCount: snapshot.commitCount,
      historyFrequency,
    };
  };
}
