import type { HistorySnapshot } from '../ports/repository-index.ts';
import type { CommitMatch } from './match-commits.ts';
import type { HistorySettings } from './options.ts';
import type { RenameMap } from './rename-map.ts';

const msPerDay = 86_400_000;
/** Half-life of the part of a vote that fades; the other half stays. */
const voteHalfLifeDays = 1460;

/** A file that past commits like the query changed. */
export interface FileVote {
  readonly pathId: number;
  readonly score: number;
  readonly voters: number;
}

/**
 * Lets the matched commits vote for the files they changed: (score / best)³ · (½ + ½·½^(age/1460 d)) / √files, the
 * *knn* feature of the localisation recipe with a cube for its square (docs/benchmarks.md says what else was tried). Files are counted under their present names; those that `isCandidate` refuses
 * and commits larger than `evidenceFileLimit` do not take part. Best first.
 */
export function voteFiles(
  snapshot: HistorySnapshot,
  matches: readonly CommitMatch[],
  renames: RenameMap,
  isCandidate: (pathId: number) => boolean,
  settings: Pick<HistorySettings, 'evidenceFileLimit'>,
): readonly FileVote[] {
  const { offsets, pathIds } = snapshot.changes;
  const votes = new Map<number, { score: number; voters: number }>();
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
      const entry = votes.get(path) ?? { score: 0, voters: 0 };
      votes.set(path, { score: entry.score + vote, voters: entry.voters + 1 });
    }
  }
  return [...votes]
    .filter(([pathId]) => isCandidate(pathId))
    .map(([pathId, vote]) => ({ pathId, ...vote }))
    .sort((a, b) => b.score - a.score || a.pathId - b.pathId);
}
