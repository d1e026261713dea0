import type { HistorySnapshot } from '../ports/repository-index.ts';
import { subjectOf } from './commit-message.ts';
import type { RankedCommit } from './rank-commits.ts';

/** Number of commits searched for the merged ones: most branches are only a few commits long. */
const longestLook = 64;

/**
 * Drops commits that repeat a better-ranked one: the merge of a branch and a commit of it, a backport and its original.
 * Two commits repeat each other if they changed the same files and one merged the other, or both have the same subject.
 */
export function dropRepetitions(
  snapshot: HistorySnapshot,
  ranked: readonly RankedCommit[],
): readonly RankedCommit[] {
  const keptByFiles = new Map<string, number[]>();
  return ranked.filter(({ match: { ordinal } }) => {
    const files = changedFiles(snapshot, ordinal);
    if (files === '') return true;
    const kept = keptByFiles.get(files) ?? [];
    if (kept.some((other) => saysTheSame(snapshot, ordinal, other))) return false;
    keptByFiles.set(files, [...kept, ordinal]);
    return true;
  });
}

function changedFiles(snapshot: HistorySnapshot, ordinal: number): string {
  const paths = snapshot.changesOf(ordinal).map(({ path }) => path);
  return paths.sort().join('\0');
}

function saysTheSame(snapshot: HistorySnapshot, ordinal: number, other: number): boolean {
  if (snapshot.isMerge(ordinal) === snapshot.isMerge(other)) {
    return subjectOf(snapshot.stored(ordinal).message) === subjectOf(snapshot.stored(other).message);
  }
  // A merge has a larger ordinal than all commits that it merged.
  return hasMerged(snapshot, Math.max(ordinal, other), Math.min(ordinal, other));
}

/** Whether a commit is on the first-parent line of a merged branch, before that line joins the main one. */
function hasMerged(snapshot: HistorySnapshot, merge: number, commit: number): boolean {
  const [mainline, ...tips] = snapshot.parentOrdinalsOf(merge);
  return tips.some((tip) => {
    let main: number | undefined = mainline;
    let place: number | undefined = tip;
    for (let step = 0; step < longestLook && place !== undefined && place !== main; step++) {
      if (main !== undefined && main > place) [main] = snapshot.parentOrdinalsOf(main);
      else if (place === commit) return true;
      else [place] = snapshot.parentOrdinalsOf(place);
    }
    return false;
  });
}
