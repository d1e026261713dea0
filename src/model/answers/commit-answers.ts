import type { ScoreTree } from '../evidence.ts';
import type { CommitId, CommitPatch, CommitRecord, FileChange } from '../repository.ts';

/** Facts about one match; each is comparable between queries and repositories. */
export interface MatchEvidence {
  /** Score divided by that of an average document with every term once; up to about 2. */
  readonly strength: number;
  /** Share of the query's information whose terms the message contains, 0–1; of the terms that were searched for. */
  readonly coverage: number;
  /**
   * Information in the query: Σ weight · idf, divided by the idf of a term that one commit has. Does not depend on the
   * size of the history.
   */
  readonly queryMass: number;
  /** Number of query terms found. */
  readonly matchedTerms: number;
  /** The query names an issue that the commit names too. */
  readonly sharesIssue: boolean;
  /** Score divided by the best score of the search, 0–1. */
  readonly relativeScore: number;
  /** Share of the query's information whose terms any message contains, 0–1. */
  readonly knownShare: number;
  /** Number of different terms of the query, and of its first line. */
  readonly termCount: number;
  readonly titleTermCount: number;
  /** The query has a name under which most of the changed sources lie, such as that of the package. */
  readonly namesProject: boolean;
}

/** One commit found by `search_commits`. */
export interface CommitHit {
  readonly id: CommitId;
  readonly subject: string;
  readonly message: string;
  readonly author: string;
  readonly committedAtMs: number;
  readonly files: readonly FileChange[];
  readonly issues: readonly string[];
  /** A later commit in the snapshot that reverted this one. */
  readonly revertedBy?: CommitId;
  /** Commits with the same message and change, such as backports and merges; they are no hits of their own. */
  readonly repeatedBy?: readonly CommitId[];
  /** BM25 score; comparable within one search only. */
  readonly score: number;
  /** Calibrated probability that this commit is relevant to the query, 0–1 (`history/estimate-confidence.ts`). */
  readonly confidence: number;
  /** Words of the message that meet the query, as the message writes them, strongest first. */
  readonly matchedWords: readonly string[];
  /** How the score and the confidence were computed; set when an explanation was requested. */
  readonly explanation?: ScoreTree;
  readonly evidence?: MatchEvidence;
}

/** A source file, under its current name, that matching commits changed. */
export interface FileVote {
  readonly path: string;
  /** Share of all votes, 0–1. */
  readonly share: number;
  /** Matching commits that changed the file. */
  readonly commits: number;
}

/** `none_relevant` is a regular answer: no commit is likely enough to help. `hits` then holds the nearest ones. */
export interface CommitSearch {
  readonly kind: 'relevant' | 'none_relevant';
  /** Why nothing is relevant, in words. */
  readonly reason?: string;
  /** Calibrated probability, 0–1, that one of the first ten hits is relevant. */
  readonly confidence: number;
  readonly hits: readonly CommitHit[];
  /** Source files that the best matches changed, most likely first; empty unless requested. */
  readonly files: readonly FileVote[];
  /** Commit whose history was searched; {@link commitCount} is the size of that history. */
  readonly asOf: CommitId;
  readonly commitCount: number;
}

export interface LinkedIssue {
  readonly issue: string;
  readonly closes: boolean;
  /** Set when an issue export was given and holds the issue. */
  readonly title?: string;
  readonly body?: string;
  readonly state?: string;
  readonly url?: string;
  /** Other commits that name the issue, newest first. */
  readonly otherCommits: readonly CommitId[];
}

export interface RelatedCommit {
  readonly id: CommitId;
  readonly subject: string;
  readonly relation: 'reverts' | 'fixes' | 'cherry_picked_from' | 'mentions';
}

/** A commit in full, as `examine_commit` gives it. */
export interface CommitExamination
  extends Pick<CommitRecord, 'id' | 'parents' | 'author' | 'authoredAtMs' | 'committedAtMs' | 'message'> {
  readonly subject: string;
  readonly trailers: readonly { readonly key: string; readonly value: string }[];
  readonly files: readonly FileChange[];
  readonly patch: CommitPatch;
  readonly issues: readonly LinkedIssue[];
  /** Commits that this one refers to. */
  readonly pointsAt: readonly RelatedCommit[];
  /** Commits in the snapshot that refer to this one, such as its revert or its fix. */
  readonly pointedAtBy: readonly RelatedCommit[];
  readonly asOf: CommitId;
}

/** A file that has changed often recently. */
export interface Hotspot {
  readonly path: string;
  /** Changes, each halved for every half-life of age; merges not counted. */
  readonly heat: number;
  readonly changes: number;
  readonly lastChangedAtMs: number;
}

/** A file that tends to change together with another. */
export interface CoupledFile {
  readonly path: string;
  /** Commits that changed both. */
  readonly together: number;
  /** Share of the requested file's commits that also changed this one, 0–1, with its 95 % Wilson interval. */
  readonly share: number;
  readonly shareLow: number;
  readonly shareHigh: number;
  /** {@link together} divided by the number expected by chance. */
  readonly lift: number;
  readonly lastTogetherAtMs: number;
}

export interface CoupledFiles {
  readonly path: string;
  /** Commits of the requested file that count as evidence (no merges, no very large ones). */
  readonly commits: number;
  /** Earlier names of the file whose history is included. */
  readonly previousPaths: readonly string[];
  readonly coupled: readonly CoupledFile[];
  readonly asOf: CommitId;
}

export interface HotspotList {
  readonly hotspots: readonly Hotspot[];
  readonly halfLifeDays: number;
  readonly asOf: CommitId;
  readonly commitCount: number;
}
