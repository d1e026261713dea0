import type { HistorySnapshot } from '../ports/repository-index.ts';
import { pathRole } from '../text/path-role.ts';
import { subjectOf } from './commit-message.ts';
import type { RankedCommit } from './rank-commits.ts';

/** A commit with those that repeat it. */
export interface CollapsedCommit extends RankedCommit {
  /** Ordinals, better-ranked first. */
  readonly repeatedBy: readonly number[];
}

/** Number of commits searched for the merged ones: most branches are only a few commits long. */
const longestLook = 64;
/** Share of all files that two commits must both have changed to be the same change. */
const sameFiles = 0.5;

/**
 * Collapses commits that repeat a better-ranked one into it: the merge of a branch and a commit of it, a backport and its
 * original. Two commits repeat each other if one merged the other and both changed the same files; or if both have the
 * same subject, whatever branch or pull request it names, and changed mostly the same files.
 */
export function collapseRepetitions(
  snapshot: HistorySnapshot,
  ranked: readonly RankedCommit[],
): readonly CollapsedCommit[] {
  const kept: {
    readonly commit: RankedCommit;
    readonly files: ReadonlySet<string>;
    readonly repeats: number[];
  }[] = [];
  for (const commit of ranked) {
    const { ordinal } = commit.match;
    const files = new Set(snapshot.changesOf(ordinal).map(({ path }) => path));
    const same =
      files.size === 0
        ? undefined
        : kept.find((other) =>
            isSame(snapshot, { ordinal, files }, { ...other, ordinal: other.commit.match.ordinal }),
          );
    if (same === undefined) kept.push({ commit, files, repeats: [] });
    else same.repeats.push(ordinal);
  }
  return kept.map(({ commit, repeats }) => ({ ...commit, repeatedBy: repeats }));
}

interface Change {
  readonly ordinal: number;
  readonly files: ReadonlySet<string>;
}

function isSame(snapshot: HistorySnapshot, one: Change, other: Change): boolean {
  if (snapshot.isMerge(one.ordinal) !== snapshot.isMerge(other.ordinal)) {
    if (one.files.size !== other.files.size || countShared(one.files, other.files) < one.files.size)
      return false;
    // A merge has a larger ordinal than all commits that it merged.
    return hasMerged(snapshot, Math.max(one.ordinal, other.ordinal), Math.min(one.ordinal, other.ordinal));
  }
  if (!haveSameFiles(one.files, other.files)) return false;
  const saying = ({ ordinal }: Change) => plainSubject(subjectOf(snapshot.stored(ordinal).message));
  return saying(one) === saying(other);
}

/** Change notes do not count, as each branch has its own. */
function haveSameFiles(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [own, others] = [withoutNotes(one), withoutNotes(other)];
  const shared = countShared(own, others);
  return shared > sameFiles * (own.size + others.size - shared);
}

function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((path) => other.has(path)).length;
}

function withoutNotes(files: ReadonlySet<string>): ReadonlySet<string> {
  const telling = [...files].filter((path) => !['bookkeeping', 'documentation'].includes(pathRole(path)));
  return telling.length === 0 ? files : new Set(telling);
}

const branchPrefix = /^(?:\[[^\]]{1,40}\]\s*|(?:manual\s+)?backport(?:\s+of)?\s+(?:pr\s+)?#?\d*:?\s*)+/i;
const branchSuffix = /(?:\s*\((?:#\d+|(?:back|cherry)[^)]{0,60})\))+\s*$/i;

/** A subject without the branch it was brought to, and without numbers of pull requests. */
function plainSubject(subject: string): string {
  return subject.replace(branchPrefix, '').replace(branchSuffix, '').trim().toLowerCase();
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
