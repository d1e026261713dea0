import type { FileVote } from '../model/answers/commit-answers.ts';
import type { HistorySnapshot } from '../ports/repository-index.ts';
import { pathRole } from '../text/path-role.ts';
import { evidencePaths } from './file-activity.ts';
import type { CommitMatch } from './match-commits.ts';
import type { HistorySettings } from './options.ts';
import type { RenameMap } from './rename-map.ts';

const msPerDay = 86_400_000;
/** Half-life of the decaying half of a vote; the other half stays. */
const voteHalfLifeDays = 1460;

/**
 * Lets the matched commits vote for the files they changed: (score / best)³ · (½ + ½·½^(age/1460 d)) /
 * √files, the *knn* feature of the localisation recipe with a cube for its square
 * (docs/decisions/0005-search-first-line-and-confidence.md). Files are counted under their current names.
 * Only existing source files are candidates, and commits larger than `evidenceFileLimit` do not vote. Best
 * first.
 * @param exists whether a path id is in the snapshot's tree
 */
export function voteFiles(
  snapshot: HistorySnapshot,
  matches: readonly CommitMatch[],
  renames: RenameMap,
  exists: (pathId: number) => boolean,
  settings: Pick<HistorySettings, 'evidenceFileLimit'>,
  limit: number,
): readonly FileVote[] {
  const votes = castVotes(snapshot, matches, renames, settings.evidenceFileLimit);
  const candidates = [...votes].filter(
    ([pathId]) => exists(pathId) && pathRole(snapshot.path(pathId)) === 'source',
  );
  const total = candidates.reduce((sum, [, { score }]) => sum + score, 0);
  candidates.sort(([a, voteA], [b, voteB]) => voteB.score - voteA.score || a - b);
  return candidates
    .slice(0, limit)
    .map(([pathId, { score, commits }]) => ({ path: snapshot.path(pathId), share: score / total, commits }));
}

interface Votes {
  readonly score: number;
  readonly commits: number;
}

function castVotes(
  snapshot: HistorySnapshot,
  matches: readonly CommitMatch[],
  renames: RenameMap,
  evidenceFileLimit: number,
): ReadonlyMap<number, Votes> {
  const { changes, times, committedAtMs: nowMs } = snapshot;
  const votes = new Map<number, Votes>();
  for (const { ordinal, evidence } of matches) {
    const paths = evidencePaths(changes, ordinal, renames, evidenceFileLimit);
    const ageDays = Math.max(0, nowMs - (times[ordinal] as number)) / msPerDay;
    const recency = 0.5 + 0.5 * 0.5 ** (ageDays / voteHalfLifeDays);
    const vote = (evidence.relativeScore ** 3 * recency) / Math.sqrt(paths.size);
    for (const path of paths) {
      const { score, commits } = votes.get(path) ?? { score: 0, commits: 0 };
      votes.set(path, { score: score + vote, commits: commits + 1 });
    }
  }
  return votes;
}

interface FoundChange {
  /** Score ÷ that of the best commit, 0–1. */
  readonly relativeScore: number;
  readonly paths: readonly string[];
}

/**
 * The largest share of the found commits' votes for one file, 0–1; a vote is (score / best)³, spread over √files. Commits about
 * the question changed the same file; commits that share only everyday words with it did not.
 */
export function fileAgreement(found: readonly FoundChange[]): number {
  const votes = new Map<string, number>();
  let total = 0;
  for (const { relativeScore, paths } of found) {
    const vote = relativeScore ** 3;
    total += vote;
    const sources = paths.filter((path) => pathRole(path) === 'source');
    const voted = sources.length > 0 ? sources : paths;
    for (const path of voted) votes.set(path, (votes.get(path) ?? 0) + vote / Math.sqrt(voted.length));
  }
  return total === 0 ? 0 : Math.min(1, Math.max(0, ...votes.values()) / total);
}
