import type { HistorySnapshot } from '../ports/repository-index.ts';
import { subjectOf } from './commit-message.ts';
import type { RankedCommit } from './rank-commits.ts';

/**
 * Leaves out commits that only say again what a better-ranked one said: the merge of a branch beside its commit, a
 * backport beside its original. Told by equal sets of changed files, and one being a merge or both having one subject.
 */
export function dropRepetitions(
  snapshot: HistorySnapshot,
  ranked: readonly RankedCommit[],
): readonly RankedCommit[] {
  const seen = new Map<string, number[]>();
  return ranked.filter(({ match: { ordinal } }) => {
    const paths = snapshot
      .changesOf(ordinal)
      .map(({ path }) => path)
      .sort()
      .join('\0');
    if (paths === '') return true;
    const others = seen.get(paths) ?? [];
    const isRepeated = others.some((other) => repeats(snapshot, ordinal, other));
    seen.set(paths, [...others, ordinal]);
    return !isRepeated;
  });
}

function repeats(snapshot: HistorySnapshot, ordinal: number, other: number): boolean {
  if (snapshot.isMerge(ordinal) !== snapshot.isMerge(other)) return true;
  return subjectOf(snapshot.stored(ordinal).message) === subjectOf(snapshot.stored(other).message);
}
