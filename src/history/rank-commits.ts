import { fuseRankings } from '../numeric/fuse-rankings.ts';
import type { HistorySnapshot } from '../ports/repository-index.ts';
import { estimateConfidence } from './estimate-confidence.ts';
import { type CommitMatch, matchCommits, type PreparedQuery } from './match-commits.ts';
import type { HistorySettings } from './options.ts';

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
