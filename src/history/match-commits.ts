import type { MatchEvidence } from '../model/answers/commit-answers.ts';
import type { ScoreTree } from '../model/evidence.ts';
import { fuseRankings, selectLargest } from '../numeric/rankings.ts';
import type { HistorySnapshot } from '../ports/repository-index.ts';
import { type Bm25Term, explainBm25, frequencyIn, fullMatchScore, scoreBm25 } from '../text/bm25.ts';
import { pathRole } from '../text/path-role.ts';
import {
  countTerms,
  inverseDocumentFrequency,
  measureInformation,
  selectTerms,
  termsOf,
  weighFolderTerms,
  wordsByTerm,
} from '../text/terms.ts';
import { findIssueReferences } from './commit-message.ts';
import { estimateConfidence } from './estimate-confidence.ts';
import type { HistorySettings } from './options.ts';

/** A commit that shares words, or an issue, with a query. */
export interface CommitMatch {
  readonly ordinal: number;
  readonly score: number;
  /** Input of the confidence (`estimate-confidence.ts`). */
  readonly evidence: MatchEvidence;
}

export interface PreparedQuery {
  readonly terms: readonly Bm25Term[];
  readonly text: string;
  /** Commits that name an issue named by the query. */
  readonly issueCommits: ReadonlySet<number>;
  /** Share of the query's information whose terms any message has, 0–1. */
  readonly knownShare: number;
  /** Information in the whole query, Σ weight · idf, terms that no message has included. */
  readonly information: number;
  /** Different terms of the query, and of its first line. */
  readonly termCount: number;
  readonly titleTermCount: number;
}

/** Reduces a query to its most informative terms and reads their postings. */
export function prepareQuery(
  snapshot: HistorySnapshot,
  query: string,
  settings: HistorySettings['search'],
  ownSlug?: string,
): PreparedQuery {
  const counts = countQueryTerms(query, settings.firstLineWeight);
  const frequencies = new Map(
    [...counts.keys()].map((term) => [term, snapshot.postings(term)?.ordinals.length ?? 0]),
  );
  const collection = {
    documentCount: snapshot.commitCount,
    documentFrequency: (term: string) => frequencies.get(term) ?? 0,
  };
  const terms = selectTerms(counts, collection, {
    limit: settings.termLimit,
    commonTermShare: settings.commonTermShare,
  }).flatMap(({ term, weight }) => {
    const postings = snapshot.postings(term);
    return postings === undefined ? [] : [{ term, weight, ...postings }];
  });
  return {
    terms,
    text: query,
    issueCommits: commitsOfIssuesIn(snapshot, query, ownSlug),
    ...measureInformation(counts, collection),
    termCount: counts.size,
    titleTermCount: countTerms(query.trim().split('\n', 1)[0] ?? '').size,
  };
}

/** Commits that name an issue named by a text. */
export function commitsOfIssuesIn(
  snapshot: HistorySnapshot,
  text: string,
  ownSlug?: string,
): ReadonlySet<number> {
  const issues = findIssueReferences(text, ownSlug);
  return new Set(issues.flatMap(({ issue }) => snapshot.commitsOfIssue(issue).map(({ ordinal }) => ordinal)));
}

/** Terms of a query; those of the first of several lines, the title of an issue, count `firstLineWeight` times. */
function countQueryTerms(query: string, firstLineWeight: number): ReadonlyMap<string, number> {
  const text = query.trim();
  const counts = countTerms(text);
  const end = text.indexOf('\n');
  if (end < 0) return counts;
  for (const [term, count] of countTerms(text.slice(0, end))) {
    counts.set(term, (counts.get(term) ?? 0) + count * (firstLineWeight - 1));
  }
  return counts;
}

/** The best-matching commits of a snapshot, best first; ties are ordered newest first. */
export function matchCommits(
  snapshot: HistorySnapshot,
  query: PreparedQuery,
  settings: HistorySettings['search'],
  count: number,
): readonly CommitMatch[] {
  const collection = collectionOf(snapshot);
  const scores = scoreBm25(query.terms, collection, settings);
  const full = fullMatchScore(query.terms, collection);
  for (const ordinal of query.issueCommits) scores[ordinal] = (scores[ordinal] as number) + issueBonus(full);
  const best = selectLargest(scores, count);
  const highest = scores[best[0] as number] || 1;
  const { knownShare, termCount, titleTermCount } = query;
  const namesProject = namesProjectIn(snapshot, query.text);
  return best.map((ordinal) => ({
    ordinal,
    score: scores[ordinal] as number,
    evidence: {
      ...coverageOf(ordinal, query, snapshot.commitCount),
      strength: full > 0 ? (scores[ordinal] as number) / full : 0,
      sharesIssue: query.issueCommits.has(ordinal),
      relativeScore: (scores[ordinal] as number) / highest,
      knownShare,
      termCount,
      titleTermCount,
      namesProject,
    },
  }));
}

/** The score of one match with its parts. */
export function explainMatch(
  snapshot: HistorySnapshot,
  query: PreparedQuery,
  settings: HistorySettings['search'],
  ordinal: number,
): ScoreTree {
  const collection = collectionOf(snapshot);
  const text = explainBm25(ordinal, query.terms, collection, settings);
  if (!query.issueCommits.has(ordinal)) return text;
  const bonus = issueBonus(fullMatchScore(query.terms, collection));
  const issue = { value: bonus, description: 'names an issue that the query names', parts: [] };
  return { value: text.value + bonus, description: 'text and issue', parts: [text, issue] };
}

/** Words of a commit's message that meet the query, as the message writes them, strongest first. */
export function matchedWords(query: PreparedQuery, ordinal: number, message: string): readonly string[] {
  const words = wordsByTerm(message);
  const matched = query.terms.filter((term) => frequencyIn(term, ordinal) > 0);
  return [...new Set(matched.flatMap(({ term }) => words.get(term) ?? []))];
}

/** Naming the same issue is worth half of a full match in words, so the words still decide the order. */
function issueBonus(fullMatch: number): number {
  return fullMatch > 0 ? fullMatch / 2 : 1;
}

function collectionOf(snapshot: HistorySnapshot) {
  return {
    documentCount: snapshot.commitCount,
    documentLengths: snapshot.documentLengths,
    averageDocumentLength: snapshot.averageDocumentLength,
  };
}

function coverageOf(
  ordinal: number,
  query: PreparedQuery,
  documentCount: number,
): Pick<MatchEvidence, 'coverage' | 'queryMass' | 'matchedTerms'> {
  const rarest = inverseDocumentFrequency(1, documentCount);
  let queryMass = 0;
  let found = 0;
  let matched = 0;
  for (const term of query.terms) {
    const mass = (term.weight * inverseDocumentFrequency(term.ordinals.length, documentCount)) / rarest;
    queryMass += mass;
    if (frequencyIn(term, ordinal) === 0) continue;
    found += mass * rarest;
    matched++;
  }
  const coverage = query.information > 0 ? found / query.information : 0;
  return { coverage, queryMass, matchedTerms: matched };
}

/** A match with the query that it matches best. */
export interface RankedCommit {
  readonly match: CommitMatch;
  readonly query: PreparedQuery;
  readonly confidence: number;
}

/** Commits for one or several wordings of one need, best first; several are fused by their ranks. */
export function rankCommits(
  snapshot: HistorySnapshot,
  queries: readonly PreparedQuery[],
  settings: HistorySettings['search'],
  count: number,
): readonly RankedCommit[] {
  const rankings = queries.map((query) =>
    matchCommits(snapshot, query, settings, count).map((match) => ({
      match,
      query,
      confidence: estimateConfidence(match.evidence),
    })),
  );
  return rankings.length === 1 ? (rankings[0] ?? []) : fuse(rankings);
}

function fuse(rankings: readonly (readonly RankedCommit[])[]): readonly RankedCommit[] {
  const scores = fuseRankings(
    rankings.map((list) => ({ candidates: list.map(({ match }) => match.ordinal) })),
  );
  const best = new Map<number, RankedCommit>();
  for (const candidate of rankings.flat()) {
    const other = best.get(candidate.match.ordinal);
    if (other === undefined || candidate.confidence > other.confidence)
      best.set(candidate.match.ordinal, candidate);
  }
  const score = ({ match }: RankedCommit) => scores.get(match.ordinal) ?? 0;
  return [...best.values()].sort((a, b) => score(b) - score(a) || b.match.ordinal - a.match.ordinal);
}

/** The folder with this share of the changes below it names the project. */
const leastShare = 0.25;
/** Several say so together when they are nearly as frequent: `sentence_transformers`, `google/gson`. */
const nearlyAsFrequent = 0.8;

const known = new WeakMap<HistorySnapshot, ReadonlySet<string>>();

/** Whether a text has a name under which most changes of sources lie. */
function namesProjectIn(snapshot: HistorySnapshot, text: string): boolean {
  const names = known.get(snapshot) ?? new Set(namesIn(snapshot));
  known.set(snapshot, names);
  return names.size > 0 && termsOf(text).some((term) => names.has(term));
}

/** To be changed with every change of how names are found. */
const namesKept = 'project names 1';

/** Kept in the index: it takes the path of every file that there ever was. */
function namesIn(snapshot: HistorySnapshot): readonly string[] {
  const kept = snapshot.kept(namesKept) as readonly string[] | undefined;
  if (kept !== undefined) return kept;
  const names = [...projectNames(countChanges(snapshot))];
  snapshot.keep(namesKept, names);
  return names;
}

/**
 * The names of a project in its history, by changes and not by files: a history has many former folders, such as copies of
 * other projects and examples.
 * @param changes number of changes of each source
 */
export function projectNames(changes: ReadonlyMap<string, number>): ReadonlySet<string> {
  const total = [...changes.values()].reduce((sum, count) => sum + count, 0);
  const weights = [...weighFolderTerms(changes)];
  const most = Math.max(0, ...weights.map(([, weight]) => weight));
  if (most === 0 || most < leastShare * total) return new Set();
  return new Set(weights.filter(([, weight]) => weight >= nearlyAsFrequent * most).map(([term]) => term));
}

/** Computed once for a snapshot: a walk over the columns, and over the paths that occur in them. */
function countChanges(snapshot: HistorySnapshot): ReadonlyMap<string, number> {
  const { offsets, pathIds } = snapshot.changes;
  const counts = new Uint32Array(snapshot.pathCount);
  for (let ordinal = 0; ordinal < snapshot.ordinalCount; ordinal++) {
    if (!snapshot.includes(ordinal)) continue;
    for (let i = offsets[ordinal] as number; i < (offsets[ordinal + 1] as number); i++) {
      const pathId = pathIds[i] as number;
      counts[pathId] = (counts[pathId] as number) + 1;
    }
  }
  return new Map(
    [...counts.entries()]
      .filter(([, count]) => count > 0)
      .map(([id, count]) => [snapshot.path(id), count] as const)
      .filter(([path]) => pathRole(path) === 'source'),
  );
}
