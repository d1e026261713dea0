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
import type { KnownRepository, RepositoryLocation } from '../model/repository.ts';
import type { Speaker } from '../model/speaker.ts';

/** Which history to read. */
export interface AsOf {
  /** Commit, branch or tag; only it and its ancestors are visible. Default: HEAD. */
  readonly asOf?: string;
}

export interface Interruptible {
  readonly signal?: AbortSignal;
}

export interface IndexOptions extends Interruptible, AsOf {
  readonly onProgress?: (progress: IndexProgress) => void;
  /** Delete the index first. */
  readonly rebuild?: boolean;
}

export interface SearchCommitsOptions extends AsOf {
  /** Most hits to return. Default 10. */
  readonly topK?: number;
  /** Hits with a lower confidence are left out, 0–1. Default: setting `history.search.minimumConfidence`. */
  readonly minimumConfidence?: number;
  /** Also list this many source files that the best 200 matches changed. Default 0. */
  readonly files?: number;
  /** Add a score tree to every hit. */
  readonly explain?: boolean;
}

export interface ExamineCommitOptions extends AsOf {
  /** File with the texts of linked issues (`gh issue list --json number,title,body,state,url`). */
  readonly issueExport?: string;
  /** Maximum size of the patch in bytes; a single file gets at most a quarter. Default 65,536. */
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
  /** `shipped` ignores weights from {@link Memory.learn}. Default: `learned`, if there are any. */
  readonly weights?: 'learned' | 'shipped';
  /** Use only this many of the latest commits, as if older ones did not exist; 0: only the code. Default: all. */
  readonly historyDepth?: number;
}

export interface LearnOptions extends Interruptible, AsOf {
  /** Number of past fixes to learn from and test on, at least 60. Default 160. */
  readonly questions?: number;
  /** The same seed on the same history gives the same weights. Default 1. */
  readonly seed?: number;
  readonly onProgress?: (progress: IndexProgress) => void;
}

export interface TraverseOptions extends AsOf, LimitOptions {
  /** Number of edges to follow from the start, 1–5. Default 1. */
  readonly depth?: number;
  /** Direction of edges to follow. Default `both`. */
  readonly direction?: TraverseDirection;
  /** Kinds of edges to follow. Default: all. */
  readonly kinds?: readonly CodeEdgeKind[];
}

export interface RememberRequest {
  /** The lesson for next time; with a failure, what made it go away. At most 1 MB. */
  readonly content: string;
  /** Default: the beginning of the content. */
  readonly title?: string;
  /** Default: `fix` with a failure, else `project_fact`. */
  readonly type?: ItemType;
  /** Where it holds. Default: this repository. */
  readonly scope?: 'repo' | 'user' | 'global';
  readonly tags?: readonly string[];
  /**
   * Files that it is about, relative to the top of the working tree or absolute; `:Symbol` names a part of one. When
   * they change, the memory is no longer shown unasked.
   */
  readonly files?: readonly string[];
  /** The failure that the content fixes. */
  readonly failure?: FailureReport;
  /** Details of the failure beyond its output. */
  readonly details?: FailureDetails;
  /**
   * The strategy that a preference is about, in the words that fixes use. A fix that follows an avoided strategy is
   * never shown unasked and gets a warning on request. Sets the type to `preference`.
   */
  readonly strategy?: { readonly stance: Stance; readonly words: string };
  readonly speaker?: Speaker;
}

export interface RecordFailureRequest {
  /** What made the failure go away. At most 1 MB. */
  readonly fix: string;
  readonly failure: FailureReport;
  /** Details of the failure beyond its output. */
  readonly details?: FailureDetails;
  /** Default: the command and its most informative error line. */
  readonly title?: string;
  /** Where it holds. Default: this repository. */
  readonly scope?: 'repo' | 'user' | 'global';
  readonly tags?: readonly string[];
  /** See {@link RememberRequest.files}. */
  readonly files?: readonly string[];
  readonly speaker?: Speaker;
}

/** The planned work; at least one of the first three fields. */
export interface GuardrailsRequest {
  /** Files to be worked on, relative to the top of the working tree or absolute. */
  readonly files?: readonly string[];
  /** Command line to be run. */
  readonly command?: string;
  /** The planned work, in words. */
  readonly query?: string;
  /** Maximum number of rules. Default: 5. */
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
   * `asked` (the default): every admissible memory that fits the budget, with warnings. `after_failure`: as for a hook,
   * only what the gate considers safe and useful enough.
   */
  readonly moment?: 'asked' | 'after_failure';
  /** Maximum number of tokens of the pack. Default: setting `packing.budgetTokens`. */
  readonly budgetTokens?: number;
  /** Maximum number of memories. Default: 5. */
  readonly topK?: number;
  readonly speaker?: Speaker;
}

/**
 * The memory of one repository. Obtained from `openMemory`. Reading methods first index missing commits (a new
 * repository takes seconds; ten new commits, a fraction of a second), so that answers cover the requested commit.
 */
export interface Memory extends AsyncDisposable {
  readonly location: RepositoryLocation;
  /** Brings the index up to date. Interruptible, resumable; safe to run in several processes. */
  index(options?: IndexOptions): Promise<IndexReport>;
  /** Does not index. */
  status(): Promise<MemoryStatus>;
  /** Does not index. Never throws for a damaged repository or home: it reports what is wrong. */
  diagnose(): Promise<Diagnosis>;
  /**
   * search_commits of the repository-memory paper. Several queries are treated as descriptions of one need, and their
   * results are fused.
   */
  searchCommits(query: string | readonly string[], options?: SearchCommitsOptions): Promise<CommitSearch>;
  /** examine_commit of the repository-memory paper. */
  examineCommit(commit: string, options?: ExamineCommitOptions): Promise<CommitExamination>;
  /** Most actively developed files. Default limit: 20. */
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
   * from, and what uses it in these ways. `node` is an id or any name that {@link entity} takes. Default limit: 50.
   */
  traverse(node: string, options?: TraverseOptions): Promise<CodeTraversal>;
  /**
   * RetrieveEntity of the repository-memory paper: source and neighbours of the nodes with a name, such as `Writer`,
   * `Writer.write`, `src/io.py:Writer`, `io.py` or the id of a node.
   */
  entity(name: string, options?: AsOf): Promise<EntityView>;
  /** Files that the text of an issue, or any description of a problem, is about. */
  locate(issue: string, options?: LocateOptions): Promise<FileLocation>;
  /**
   * Learns the weights of {@link locate} from the repository's own past fixes. They are adopted only if they prove
   * better on newer fixes than those they were learned from. An interrupted run is resumed.
   * @throws INVALID_ARGUMENT, HISTORY_TOO_SHORT, INTERRUPTED
   */
  learn(options?: LearnOptions): Promise<LearningReport>;
  /** Returns to the shipped weights. Returns false when there are no learned weights. */
  forgetLearned(): Promise<boolean>;
  /**
   * Remembers a lesson, or a failure with its fix. Remembering the same again confirms it.
   * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND for a file that is not in the working tree
   */
  remember(request: RememberRequest): Promise<RememberedItem>;
  /**
   * Records a failure and its fix as pattern, variant and episode, in one transaction; recording the same again adds
   * nothing.
   * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND
   */
  record(request: RecordFailureRequest): Promise<RecordedFailure>;
  /**
   * Memories about a query or a failure, as cards within a token budget. Leaves a receipt (`why`). @throws
   * INVALID_ARGUMENT
   */
  recall(request: RecallRequest): Promise<Recollection>;
  /** Rules that would have prevented failures close to the planned work; leaves no receipt. @throws INVALID_ARGUMENT */
  guardrails(request: GuardrailsRequest): Promise<GuardrailList>;
  /** No memory is shown unasked in this repository until {@link resume}. Returns the time of the pause. */
  pause(): Promise<{ readonly sinceMs: number }>;
  /** Returns false when it was not paused. */
  resume(): Promise<boolean>;
  /** The repository of this path, and all others that the home knows. */
  readonly repositories: {
    current(): Promise<KnownRepository>;
    all(): Promise<readonly KnownRepository[]>;
    /** Joins this clone to that repository, and returns it. */
    link(repositoryId: string): Promise<KnownRepository>;
    /** Makes this clone a separate repository. */
    split(): Promise<KnownRepository>;
  };
  close(): Promise<void>;
}

export interface OpenMemoryOptions extends Interruptible {
  /** Path inside the repository, or of a bare repository. Default: the working folder. */
  readonly repository?: string;
  /** Folder of memories and indexes. Default: `AFTERWIT_HOME`, else the platform's data folder. */
  readonly home?: string;
  /** Settings by dotted name; they override files and environment. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The speaker, unless a call names another one. Default: the user of this process, through the library. */
  readonly speaker?: Speaker;
  /** Called while a reading method indexes missing commits. */
  readonly onProgress?: (progress: IndexProgress) => void;
}
