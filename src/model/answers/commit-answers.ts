import type { CommitId, CommitPatch, FileChange, UnreadableCommit } from '../commit.ts';
import type { ScoreTree } from '../score-tree.ts';

/** Facts about one match; each is comparable between queries and repositories. */
export interface MatchEvidence {
  /** Score over the score of an average document holding every term once; up to about 2. */
  readonly strength: number;
  /** Share of the query's idf mass that the message holds, 0–1. */
  readonly coverage: number;
  /** How much the query says: Σ weight · idf, in units of a word that one commit has. The same in small histories. */
  readonly queryMass: number;
  /** Number of query terms found. */
  readonly matchedTerms: number;
  /** The query names an issue that the commit names too. */
  readonly sharesIssue: boolean;
  /** Score over the best score of the search, 0–1. */
  readonly relativeScore: number;
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
  /** A later commit, visible to the snapshot, that undid this one. */
  readonly revertedBy?: CommitId;
  /** BM25 score; comparable within one search only. */
  readonly score: number;
  /** Calibrated probability that this commit bears on the query, 0–1 (`history/estimate-confidence.ts`). */
  readonly confidence: number;
  /** Words of the query that the message has in some form, strongest first. */
  readonly matchedWords: readonly string[];
  /** There when the search was asked to explain: how the score came about, and what the confidence rests on. */
  readonly explanation?: ScoreTree;
  readonly evidence?: MatchEvidence;
}

/** A source file that commits like the query changed, under its present name. */
export interface FileVote {
  readonly path: string;
  /** Share of all votes, 0–1. */
  readonly share: number;
  /** Matching commits that changed the file. */
  readonly commits: number;
}

/** `none_relevant` is an answer: nothing in this history is likely enough to help. `hits` then holds the near misses. */
export interface CommitSearch {
  readonly kind: 'relevant' | 'none_relevant';
  /** Why nothing is relevant, in words. */
  readonly reason?: string;
  readonly hits: readonly CommitHit[];
  /** Source files the best matches changed, most telling first; empty unless asked for. */
  readonly files: readonly FileVote[];
  /** Commit whose history was searched, and how many commits that is. */
  readonly asOf: CommitId;
  readonly commitCount: number;
}

export interface LinkedIssue {
  readonly issue: string;
  readonly closes: boolean;
  /** From an issue export, when one was given. */
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
export interface CommitExamination {
  readonly id: CommitId;
  readonly parents: readonly CommitId[];
  readonly author: string;
  readonly authoredAtMs: number;
  readonly committedAtMs: number;
  readonly subject: string;
  readonly message: string;
  readonly trailers: readonly { readonly key: string; readonly value: string }[];
  readonly files: readonly FileChange[];
  readonly patch: CommitPatch;
  readonly issues: readonly LinkedIssue[];
  /** What this commit points at. */
  readonly pointsAt: readonly RelatedCommit[];
  /** Commits, visible to the snapshot, that point at this one: its revert, its fix. */
  readonly pointedAtBy: readonly RelatedCommit[];
  readonly asOf: CommitId;
}

/** A file that changes often, of late. */
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
  /** Share of the asked file's commits that changed this one too, 0–1, with its 95 % Wilson interval. */
  readonly share: number;
  readonly shareLow: number;
  readonly shareHigh: number;
  /** {@link together} over what chance would give. */
  readonly lift: number;
  readonly lastTogetherAtMs: number;
}

export interface CoupledFiles {
  readonly path: string;
  /** Commits of the asked file that count as evidence (not merges, not too large). */
  readonly commits: number;
  /** Earlier names of the file that were followed. */
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

export interface IndexProgress {
  readonly phase: 'listing' | 'mining' | 'code' | 'learning' | 'finishing';
  readonly done: number;
  /** 0 while not known. */
  readonly total: number;
}

export interface IndexReport {
  readonly head: CommitId;
  readonly commitsAdded: number;
  readonly commitCount: number;
  readonly fileCount: number;
  readonly unreadable: readonly UnreadableCommit[];
  readonly tookMs: number;
  /** Another process did the work meanwhile. */
  readonly waited: boolean;
  /** The damaged index that was put away before this one was built. */
  readonly replacedCorruptIndex?: string;
}
