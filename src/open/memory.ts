import type {
  CommitExamination,
  CommitSearch,
  CoupledFiles,
  HotspotList,
  IndexProgress,
  IndexReport,
} from '../model/answers/commit-answers.ts';
import type { FileLocation } from '../model/answers/file-location.ts';
import type { FileSummary, SummarySearch } from '../model/answers/file-summary.ts';
import type { GuardrailList } from '../model/answers/guardrail-list.ts';
import type { LearningReport } from '../model/answers/learning-report.ts';
import type { Diagnosis, MemoryStatus } from '../model/answers/memory-status.ts';
import type { Recollection, RememberedItem } from '../model/answers/recollection.ts';
import type { CodeEdgeKind, CodeTraversal, EntityView, TraverseDirection } from '../model/code-graph.ts';
import type { FailureReport } from '../model/failure.ts';
import type { ItemType } from '../model/memory-item.ts';
import type { Stance } from '../model/preference-body.ts';
import type { FailureDetails, RecordedFailure } from '../model/recorded-failure.ts';
import type { KnownRepository, Lookalike, RepositoryLocation } from '../model/repository.ts';
import type { Speaker } from '../model/speaker.ts';

/** Which history to look at. */
export interface AsOf {
  /** Commit, branch or tag; only it and its ancestors are seen. Default: HEAD. */
  readonly asOf?: string;
}

export interface Interruptible {
  readonly signal?: AbortSignal;
}

export interface IndexOptions extends Interruptible, AsOf {
  readonly onProgress?: (progress: IndexProgress) => void;
  /** Throw the index away first. */
  readonly rebuild?: boolean;
}

export interface SearchCommitsOptions extends AsOf {
  /** Most hits to return. Default 10. */
  readonly topK?: number;
  /** Hits below are left out, 0–1. Default: setting `history.search.minimumConfidence`. */
  readonly minimumConfidence?: number;
  /** Also name this many source files that the best 200 matches changed. Default 0. */
  readonly files?: number;
  /** Add a score tree to every hit. */
  readonly explain?: boolean;
}

export interface ExamineCommitOptions extends AsOf {
  /** File with the texts of linked issues (`gh issue list --json number,title,body,state,url`). */
  readonly issueExport?: string;
  /** Most bytes of patch; a single file gets at most a quarter. Default 65,536. */
  readonly patchBytes?: number;
}

export interface LimitOptions {
  /** Most entries to return. */
  readonly limit?: number;
}

export interface TopKOptions {
  /** Most hits to return. Default 10. */
  readonly topK?: number;
}

export interface LocateOptions extends AsOf, TopKOptions {
  /** Add the values of all features to every file. */
  readonly explain?: boolean;
  /** Rank by the shipped weights, whatever {@link Memory.learn} gave. Default `learned`, where there are any. */
  readonly weights?: 'learned' | 'shipped';
  /** Only so many of the latest commits are heard, as if older ones were not there; 0: the code alone. Default: all. */
  readonly historyDepth?: number;
}

export interface LearnOptions extends Interruptible, AsOf {
  /** Past fixes to learn from and to judge by, at least 60. Default 160. */
  readonly questions?: number;
  /** The same seed on the same history gives the same weights. Default 1. */
  readonly seed?: number;
  readonly onProgress?: (progress: IndexProgress) => void;
}

export interface TraverseOptions extends AsOf, LimitOptions {
  /** Edges to follow from the start, 1–5. Default 1. */
  readonly depth?: number;
  /** Which way edges are followed. Default `both`. */
  readonly direction?: TraverseDirection;
  /** Kinds of edges that are followed. Default: all. */
  readonly kinds?: readonly CodeEdgeKind[];
}

export interface RememberRequest {
  /** What to know next time; of a resolution, what made the failure go away. At most 1 MB. */
  readonly content: string;
  /** Default: the beginning of the content. */
  readonly title?: string;
  /** Default: `fix` with a failure, else `project_fact`. */
  readonly type?: ItemType;
  /** Where it holds. Default: this repository. */
  readonly scope?: 'repo' | 'user' | 'global';
  readonly tags?: readonly string[];
  /**
   * Files it is about, relative to the top of the working tree or absolute, each with `:Symbol` for a part of it. When they
   * change, it is no longer shown unasked.
   */
  readonly files?: readonly string[];
  /** The failure that the content resolves. */
  readonly failure?: FailureReport;
  /** What more is known of the failure than its output tells. */
  readonly details?: FailureDetails;
  /**
   * The way of doing things that a preference is about, in the words of fixes: one that follows an avoided strategy is never
   * shown unasked, and labelled when asked for. Makes the type `preference`.
   */
  readonly strategy?: { readonly stance: Stance; readonly words: string };
  readonly speaker?: Speaker;
}

export interface RecordFailureRequest {
  /** What made the failure go away. At most 1 MB. */
  readonly fix: string;
  readonly failure: FailureReport;
  /** What more is known of it than its output tells. */
  readonly details?: FailureDetails;
  /** Default: the command and its most telling error line. */
  readonly title?: string;
  /** Where it holds. Default: this repository. */
  readonly scope?: 'repo' | 'user' | 'global';
  readonly tags?: readonly string[];
  /** As of {@link RememberRequest.files}. */
  readonly files?: readonly string[];
  readonly speaker?: Speaker;
}

/** Work that is about to be done; at least one of the first three. */
export interface GuardrailsRequest {
  /** Files about to be worked on, relative to the top of the working tree or absolute. */
  readonly files?: readonly string[];
  /** Command line about to be run. */
  readonly command?: string;
  /** What is about to be done, in words. */
  readonly query?: string;
  /** Most rules to return. Default: 5. */
  readonly limit?: number;
}

export interface RecallRequest {
  /** What to recall, in words. Needed unless there is a failure. */
  readonly query?: string;
  /** A command that failed. */
  readonly failure?: FailureReport;
  /** Files being worked on; memories about them come first. */
  readonly files?: readonly string[];
  /**
   * `asked` (the default): everything admissible that fits, with warnings. `after_failure`: as a hook would, only what the
   * gate holds safe and useful enough.
   */
  readonly moment?: 'asked' | 'after_failure';
  /** Most tokens of the pack. Default: setting `packing.budgetTokens`. */
  readonly budgetTokens?: number;
  /** Most memories to return. Default: 5. */
  readonly topK?: number;
  readonly speaker?: Speaker;
}

/**
 * The memory of one repository. Obtained from `openMemory`. Reading methods index what is missing first (a repository
 * never indexed takes seconds; ten new commits, a fraction of one), so that answers are about the commit asked for.
 */
export interface Memory extends AsyncDisposable {
  readonly location: RepositoryLocation;
  /** Brings the index up to date. Interruptible, resumable; safe to run in several processes. */
  index(options?: IndexOptions): Promise<IndexReport>;
  /** Does not index. */
  status(): Promise<MemoryStatus>;
  /** Does not index. Never throws on a sick repository or home: it says what is wrong. */
  diagnose(): Promise<Diagnosis>;
  /** search_commits of the repository-memory paper. Several queries are searched as one need and fused. */
  searchCommits(query: string | readonly string[], options?: SearchCommitsOptions): Promise<CommitSearch>;
  /** examine_commit of the repository-memory paper. */
  examineCommit(commit: string, options?: ExamineCommitOptions): Promise<CommitExamination>;
  /** Files under most active development. Default limit: 20. */
  hotspots(options?: AsOf & LimitOptions): Promise<HotspotList>;
  /** Files that change together with one. `path` is relative to the top of the repository. Default limit: 10. */
  coupledFiles(path: string, options?: AsOf & LimitOptions): Promise<CoupledFiles>;
  /**
   * view_summary of the repository-memory paper: what a file is for. `path` is relative to the top of the repository.
   * @throws FILE_NOT_FOUND
   */
  viewSummary(path: string, options?: AsOf): Promise<FileSummary>;
  /** search_summaries of the repository-memory paper, over the hottest files (setting `codebase.summaryFileLimit`). */
  searchSummaries(query: string, options?: AsOf & TopKOptions): Promise<SummarySearch>;
  /**
   * TraverseGraph of the repository-memory paper: what a node of the code graph contains, imports, calls and inherits
   * from, and what does so with it. `node` is an id or any name that {@link entity} takes. Default limit: 50.
   */
  traverse(node: string, options?: TraverseOptions): Promise<CodeTraversal>;
  /**
   * RetrieveEntity of the repository-memory paper: source and neighbours of what has a name, such as `Writer`,
   * `Writer.write`, `src/io.py:Writer`, `io.py` or the id of a node.
   */
  entity(name: string, options?: AsOf): Promise<EntityView>;
  /** Files that the text of an issue, or any description of a problem, is about. */
  locate(issue: string, options?: LocateOptions): Promise<FileLocation>;
  /**
   * Learns from the repository's own past fixes how {@link locate} is to weigh its evidence here. Weights are adopted only
   * where they are better on fixes newer than those they were learned from. What an interruption left is used again.
   * @throws INVALID_ARGUMENT, HISTORY_TOO_SHORT, INTERRUPTED
   */
  learn(options?: LearnOptions): Promise<LearningReport>;
  /** Goes back to the shipped weights. Gives false when nothing was learned. */
  forgetLearned(): Promise<boolean>;
  /**
   * Remembers a lesson, or a failure with what resolved it. Saying the same again confirms it.
   * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND for a file that is not in the working tree
   */
  remember(request: RememberRequest): Promise<RememberedItem>;
  /**
   * Records a failure and its fix as pattern, variant and episode, in one transaction; telling the same again adds nothing.
   * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND
   */
  record(request: RecordFailureRequest): Promise<RecordedFailure>;
  /** Memories that bear on a question or a failure, as cards within a budget. Leaves a receipt (`why`). @throws INVALID_ARGUMENT */
  recall(request: RecallRequest): Promise<Recollection>;
  /** Rules that would have prevented failures near the work at hand; leaves no receipt. @throws INVALID_ARGUMENT */
  guardrails(request: GuardrailsRequest): Promise<GuardrailList>;
  /** No memory is shown unasked in this repository until {@link resume}. Gives since when. */
  pause(): Promise<{ readonly sinceMs: number }>;
  /** Gives false when it was not paused. */
  resume(): Promise<boolean>;
  /** The repository this path belongs to, and all others known to the home. */
  readonly repositories: {
    current(): Promise<KnownRepository>;
    all(): Promise<readonly KnownRepository[]>;
    /**
     * A repository known earlier that this one looks like, whose memories it does not share: what they have in common can be
     * copied by anybody. `isNew`: this clone was seen for the first time when the memory was opened.
     */
    lookalike(): Promise<(Lookalike & { readonly isNew: boolean }) | undefined>;
    /**
     * A person says that this clone belongs to that repository, and shares its memories. Returns the joined repository.
     * @throws NEEDS_PERSON, REPOSITORY_NOT_FOUND
     */
    link(repositoryId: string, options?: { readonly speaker?: Speaker }): Promise<KnownRepository>;
    /** A person says that this clone is a repository of its own from now on. @throws NEEDS_PERSON */
    split(options?: { readonly speaker?: Speaker }): Promise<KnownRepository>;
  };
  close(): Promise<void>;
}

export interface OpenMemoryOptions extends Interruptible {
  /** Path inside the repository, or of a bare repository. Default: the working folder. */
  readonly repository?: string;
  /** Folder of memories and indexes. Default: `AFTERWIT_HOME`, else the platform's data folder. */
  readonly home?: string;
  /** Settings that win over files and environment, by dotted name. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /**
   * Who speaks, unless a call says otherwise. Default: nobody that is known, who is believed like an agent. A program that a
   * person uses by themselves names that person.
   */
  readonly speaker?: Speaker;
  /** Told when a reading method indexes first. */
  readonly onProgress?: (progress: IndexProgress) => void;
}
