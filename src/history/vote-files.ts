import type { FileVote } from '../model/commit-memory.ts';
import type { HistorySnapshot } from '../ports/repository-index.ts';
import { pathRole } from '../text/path-role.ts';
import type { CommitMatch } from './match-commits.ts';
import type { HistorySettings } from './options.ts';
import type { RenameMap } from './rename-map.ts';

const msPerDay = 86_400_000;
/** Half-life of the part of a vote that fades; the other half stays. */
const voteHalfLifeDays = 1460;

/**
 * Lets the matched commits vote for the files they changed: (score / best)³ · (½ + ½·½^(age/1460 d)) / √files, the
 * *knn* feature of the localisation recipe with a cube for its square (docs/benchmarks.md says what else was tried). Files are counted under their present names; only source files that still exist stand
 * for election, and commits larger than `evidenceFileLimit` do not vote. Best first.
 */
export function voteFiles(
  snapshot: HistorySnapshot,
  matches: readonly CommitMatch[],
  renames: RenameMap,
  exists: (pathId: number) => boolean,
  settings: Pick<HistorySettings, 'evidenceFileLimit'>,
  limit: number,
): readonly FileVote[] {
  const { offsets, pathIds } = snapshot.changes;
  const votes = new Map<number, { readonly score: number; readonly commits: number }>();
  for (const { ordinal, evidence } of matches) {
    const start = offsets[ordinal] as number;
    const end = offsets[ordinal + 1] as number;
    if (end === start || end - start > settings.evidenceFileLimit) continue;
    const ageDays = Math.max(0, snapshot.committedAtMs - (snapshot.times[ordinal] as number)) / msPerDay;
    const recency = 0.5 + 0.5 * 0.5 ** (ageDays / voteHalfLifeDays);
    const vote = (evidence.relativeScore ** 3 * recency) / Math.sqrt(end - start);
    const paths = new Set<number>();
    for (let i = start; i < end; i++) paths.add(renames.current(pathIds[i] as number));
    for (const path of paths) {
      const entry = votes.get(path) ?? { score: 0, commits: 0 };
      votes.set(path, { score: entry.score + vote, commits: entry.commits + 1 });
    }
  }
  const candidates = [...votes].filter(
    ([pathId]) => exists(pathId) && pathRole(snapshot.path(pathId)) === 'source',
  );
  const total = candidates.reduce((sum, [, { score }]) => sum + score, 0);
  candidates.sort(([a, voteA], [b, voteB]) => voteB.score - voteA.score || a - b);
  return candidates
    .slice(0, limit)
    .map(([pathId, { score, commits }]) => ({ path: snapshot.path(pathId), share: score / total, commits }));
}
