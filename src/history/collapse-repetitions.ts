import type { HistorySnapshot } from '../ports/repository-index.ts';
import { containment, jaccard } from '../text/likeness.ts';
import { pathRole } from '../text/path-role.ts';
import { subjectOf } from './commit-message.ts';
import type { RankedCommit } from './match-commits.ts';

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
 * Collapses commits that repeat a better-ranked one into it: the merge of a branch and a commit of it, a backport and
 * its original. Two commits repeat each other if one merged the other and both changed the same files; or if both have
 * the same subject, names of branches and pull requests aside, and changed mostly the same files.
 */
export function collapseRepetitions(
  snapshot: HistorySnapshot,
  ranked: readonly RankedCommit[],
): readonly CollapsedCommit[] {
  const groups = groupRepetitions(
    snapshot,
    ranked.map(({ match }) => match.ordinal),
  );
  const commitOf = new Map(ranked.map((commit) => [commit.match.ordinal, commit]));
  return groups.flatMap(([first, ...repeatedBy]) => {
    const commit = commitOf.get(first);
    return commit === undefined ? [] : [{ ...commit, repeatedBy }];
  });
}

/** The same commits, each with those behind it that repeat it. */
export function groupRepetitions(
  snapshot: HistorySnapshot,
  ordinals: readonly number[],
): readonly (readonly [first: number, ...repeats: number[]])[] {
  const kept: { readonly change: Change; readonly group: [number, ...number[]] }[] = [];
  for (const ordinal of ordinals) {
    const change = readChange(snapshot, ordinal);
    const same = kept.find((other) => isSame(snapshot, change, other.change));
    if (same === undefined) kept.push({ change, group: [ordinal] });
    else same.group.push(ordinal);
  }
  return kept.map(({ group }) => group);
}

interface Change {
  readonly ordinal: number;
  readonly isMerge: boolean;
  readonly subject: string;
  /** Read when needed: a commit that sweeps through the repository changes thousands. */
  readonly files: () => ReadonlySet<string>;
}

function readChange(snapshot: HistorySnapshot, ordinal: number): Change {
  let files: ReadonlySet<string> | undefined;
  return {
    ordinal,
    isMerge: snapshot.isMerge(ordinal),
    subject: plainSubject(subjectOf(snapshot.stored(ordinal).message)),
    files: () => {
      files ??= new Set(snapshot.changesOf(ordinal).map(({ path }) => path));
      return files;
    },
  };
}

/** Compares files last, as they cost most. */
function isSame(snapshot: HistorySnapshot, one: Change, other: Change): boolean {
  if (one.isMerge === other.isMerge) {
    return one.subject === other.subject && haveSameFiles(one.files(), other.files());
  }
  // A merge has a larger ordinal than all commits that it merged.
  const [first, last] = [Math.min(one.ordinal, other.ordinal), Math.max(one.ordinal, other.ordinal)];
  return hasMerged(snapshot, last, first) && haveAllFiles(one.files(), other.files());
}

function haveAllFiles(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && containment(one, other) === 1;
}

/** Change notes do not count, as each branch has its own. */
function haveSameFiles(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return jaccard(withoutNotes(one), withoutNotes(other)) > sameFiles;
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
