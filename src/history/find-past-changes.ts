import type { CommitId } from '../model/repository.ts';
import type { HistorySnapshot, StoredCommit } from '../ports/repository-index.ts';
import { groupRepetitions } from './collapse-repetitions.ts';
import { subjectOf } from './commit-message.ts';
import { evidenceCommits } from './evidence-commits.ts';
import { findIssueReferences } from './find-issue-references.ts';
import type { RenameMap } from './rename-map.ts';

/** A commit that tells what went wrong with a file. */
interface PastChange {
  readonly commit: StoredCommit;
  /** `fix`: it says so, or closes an issue; `reverted`: it was taken back. */
  readonly kind: 'fix' | 'reverted';
  readonly revertedBy?: CommitId;
  /** Older ones that say and do the same, such as backports; they are not listed themselves. */
  readonly repeatedBy: readonly CommitId[];
}

/** Older commits of a file are not read: one that changes daily has thousands. */
const mostRead = 300;
/** So many are compared with each other for each that is wanted. */
const comparedPerChange = 8;
const saysFix = /\b(?:bug|hot)?fix(?:e[sd]|ing)?\b/i;

/** Fixes of a file, and changes of it that were reverted, the latest first. A reverted one is no fix. */
export function findPastChanges(
  snapshot: HistorySnapshot,
  pathId: number,
  renames: RenameMap,
  {
    evidenceFileLimit,
    ownSlug,
    limit,
  }: {
    readonly evidenceFileLimit: number;
    readonly ownSlug: string | undefined;
    readonly limit: number;
  },
): readonly PastChange[] {
  const ordinals: number[] = [];
  for (const { ordinal, paths } of evidenceCommits(snapshot, renames, evidenceFileLimit))
    if (paths.has(pathId)) ordinals.push(ordinal);
  const latest = ordinals
    .toSorted((a, b) => (snapshot.times[b] as number) - (snapshot.times[a] as number))
    .slice(0, mostRead);
  const found = new Map<number, Omit<PastChange, 'repeatedBy'>>();
  for (const ordinal of latest) {
    if (found.size >= comparedPerChange * limit) break;
    const commit = snapshot.stored(ordinal);
    const revert = snapshot.commitsReferringTo(commit.id).find(({ relation }) => relation === 'reverts');
    if (revert !== undefined)
      found.set(ordinal, { commit, kind: 'reverted', revertedBy: snapshot.stored(revert.ordinal).id });
    else if (isFix(commit, ownSlug)) found.set(ordinal, { commit, kind: 'fix' });
  }
  return groupRepetitions(snapshot, [...found.keys()])
    .slice(0, limit)
    .flatMap(([first, ...repeats]) => {
      const change = found.get(first);
      const repeatedBy = repeats.map((ordinal) => snapshot.stored(ordinal).id);
      return change === undefined ? [] : [{ ...change, repeatedBy }];
    });
}

function isFix({ message }: StoredCommit, ownSlug: string | undefined): boolean {
  const subject = subjectOf(message);
  // A revert names the fix that it takes back.
  if (/^revert\b/i.test(subject)) return false;
  return saysFix.test(subject) || findIssueReferences(message, ownSlug).some(({ closes }) => closes);
}
