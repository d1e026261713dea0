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
import type { MiningPlan, MiningReport } from '../model/answers/mining-report.ts';
import type { MemoryText, Recollection, RememberedItem } from '../model/answers/recollection.ts';
import type { RulesReport } from '../model/answers/rules-report.ts';
import type { CodeEdgeKind, CodeTraversal, EntityView, TraverseDirection } from '../model/code-graph.ts';
import type { FailureReport } from '../model/failure.ts';
import type { ItemType } from '../model/memory-item.ts';
import type { Stance } from '../model/preference-body.ts';
import type { FailureDetails, RecordedFailure } from '../model/recorded-failure.ts';
import type { KnownRepository, Lookalike, RepositoryLocation } from '../model/repository.ts';
import type { Speaker } from '../model/speaker.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';

/** Which history to read. */
export interface AsOf {
  /** Commit, branch or tag; only it and its ancestors are seen. Default: HEAD. */
  readonly asOf?: string | undefined;
}

export interface Interruptible {
  readonly signal?: AbortSignal | undefined;
}

export interface IndexOptions extends Interruptible, AsOf {
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  /** Throw the index away first. */
  readonly rebuild?: boolean | undefined;
}

export interface SearchCommitsOptions extends AsOf {
  /** Most hits to return. Default 10. */
  readonly topK?: number | undefined;
  /**
   * Hits below are left out, 0–1, whatever the confidence in the answer as a whole. Default: the settings
   * `history.search.minimumConfidence` and `history.search.minimumAnswerConfidence`.
   */
  readonly minimumConfidence?: number | undefined;
  /** Also name this many source files that the best 200 matches changed. Default 0. */
  readonly files?: number | undefined;
  /** Add a score tree to every hit. */
  readonly explain?: boolean | undefined;
}

export interface ExamineCommitOptions extends AsOf {
  /** File with the texts of linked issues (`gh issue list --json number,title,body,state,url`). */
  readonly issueExport?: string | undefined;
  /** Most bytes of patch; a single file gets at most a quarter. Default 65,536. */
  readonly patchBytes?: number | undefined;
}

export interface LimitOptions {
  /** Most entries to return. */
  readonly limit?: number | undefined;
}

export interface HotspotsOptions extends AsOf, LimitOptions {
  /** Files that are no source too: documentation, tests, configuration. Default: false. */
  readonly all?: boolean | undefined;
}

export interface TopKOptions {
  /** Most hits to return. Default 10. */
  readonly topK?: number | undefined;
}

export interface LocateOptions extends AsOf, TopKOptions {
  /** Add the values of all features to every file. */
  readonly explain?: boolean | undefined;
  /** Rank by the shipped weights, whatever {@link Memory.learn} gave. Default `learned`, where there are any. */
  readonly weights?: 'learned' | 'shipped' | undefined;
  /** Only so many of the latest commits are heard, as if older ones were not there; 0: the code alone. Default: all. */
  readonly historyDepth?: number | undefined;
}

export interface LearnOptions extends Interruptible, AsOf {
  /** Past fixes to learn from and to judge by, at least 60. Default 160. */
  readonly questions?: number | undefined;
  /** The same seed on the same history gives the same weights. Default 1. */
  readonly seed?: number | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

export interface TraverseOptions extends AsOf, LimitOptions {
  /** Edges to follow from the start, 1–5. Default 1. */
  readonly depth?: number | undefined;
  /** Which way edges are followed. Default `both`. */
  readonly direction?: TraverseDirection | undefined;
  /** Kinds of edges that are followed. Default: all. */
  readonly kinds?: readonly CodeEdgeKind[] | undefined;
}

export interface RememberRequest {
  /** The lesson for next time; with a failure, what made it go away. At most 1 MB. */
  readonly content: string;
  /** Default: the beginning of the content. */
  readonly title?: string | undefined;
  /** Default: `fix` with a failure, else `project_fact`. */
  readonly type?: ItemType | undefined;
  /** Where it holds. Default: this repository. */
  readonly scope?: 'repo' | 'user' | 'global' | undefined;
  readonly tags?: readonly string[] | undefined;
  /**
   * Files that it is about, relative to the top of the working tree or absolute; `:Symbol` names a part of one. When
   * they change, the memory is no longer shown unasked.
   */
  readonly files?: readonly string[] | undefined;
  /** The failure that the content resolves. */
  readonly failure?: FailureReport | undefined;
  /** What more is known of the failure than its output tells. */
  readonly details?: FailureDetails | undefined;
  /**
   * The strategy that a preference is about, in the words that fixes use. A fix that follows an avoided strategy is
   * never shown unasked and gets a warning on request. Sets the type to `preference`.
   */
  readonly strategy?: { readonly stance: Stance; readonly words: string } | undefined;
  readonly speaker?: Speaker | undefined;
}

export interface RecordFailureRequest {
  /** What made the failure go away. At most 1 MB. */
  readonly fix: string;
  readonly failure: FailureReport;
  /** What more is known of it than its output tells. */
  readonly details?: FailureDetails | undefined;
  /** Default: the command and its most telling error line. */
  readonly title?: string | undefined;
  /** Where it holds. Default: this repository. */
  readonly scope?: 'repo' | 'user' | 'global' | undefined;
  readonly tags?: readonly string[] | undefined;
  /** As of {@link RememberRequest.files}. */
  readonly files?: readonly string[] | undefined;
  readonly speaker?: Speaker | undefined;
}

/** The planned work; at least one of the first three fields. */
export interface GuardrailsRequest {
  /** Files about to be worked on, relative to the top of the working tree or absolute. */
  readonly files?: readonly string[] | undefined;
  /** Command line about to be run. */
  readonly command?: string | undefined;
  /** What is about to be done, in words. */
  readonly query?: string | undefined;
  /** Most rules to return. Default: 5. */
  readonly limit?: number | undefined;
}

export interface RecallRequest {
  /** What to recall, in words. Needed unless there is a failure. */
  readonly query?: string | undefined;
  /** A command that failed. */
  readonly failure?: FailureReport | undefined;
  /** Files being worked on; memories about them come first. */
  readonly files?: readonly string[] | undefined;
  /**
   * `asked` (the default): every admissible memory that fits the budget, with warnings. `after_failure`: as for a hook,
   * only what the gate considers safe and useful enough.
   */
  readonly moment?: 'asked' | 'after_failure' | undefined;
  /** Most tokens of the pack. Default: setting `packing.budgetTokens`. */
  readonly budgetTokens?: number | undefined;
  /** Most memories to return. Default: 5. */
  readonly topK?: number | undefined;
  readonly speaker?: Speaker | undefined;
}

export interface ReadOptions {
  /** Characters to leave out at the beginning: where the part before ended. Default 0. */
  readonly from?: number | undefined;
}

export interface MineSessionsOptions extends Interruptible {
  /** Transcripts, or folders of them. Default: those of Claude Code and Codex on this machine. */
  readonly places?: readonly string[] | undefined;
  /** Folders whose sessions belong here too: where a clone lay before it was moved. */
  readonly folders?: readonly string[] | undefined;
  /** Write nothing; say what would be learned. */
  readonly preview?: boolean | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
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
  /** Most actively developed source files. Default limit: 20. */
  hotspots(options?: HotspotsOptions): Promise<HotspotList>;
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
   * Memories about a query or a failure, as cards within a token budget. Leaves a receipt (`why`). Does not index: commits beside
   * them are of the history as far as it is indexed. @throws INVALID_ARGUMENT
   */
  recall(request: RecallRequest): Promise<Recollection>;
  /**
   * One memory that holds here, as it is written: the rest of what a card shows. Long ones come in parts.
   * @throws ITEM_NOT_FOUND also for one that nobody is shown here, INVALID_ARGUMENT
   */
  read(id: string, options?: ReadOptions): Promise<MemoryText>;
  /** What {@link mineSessions} would read. Only the first lines of transcripts are read for it. */
  planMining(options?: Pick<MineSessionsOptions, 'places' | 'folders'>): Promise<MiningPlan>;
  /**
   * Learns from the sessions of agents in this repository: failures with what fixed them, rules and decisions that the user
   * stated. Everything is kept as said by the agent, so none of it is shown unasked before a person approves it. Resumable;
   * mining again adds nothing.
   * @throws HOME_NOT_WRITABLE, DISK_FULL, INTERRUPTED
   */
  mineSessions(options?: MineSessionsOptions): Promise<MiningReport>;
  /**
   * Reads the rule files of the working tree (AGENTS.md, CLAUDE.md, GEMINI.md, Cursor's and Copilot's) and keeps the memory in
   * step with them: new rules are remembered, a rule that is gone is superseded by the one in its place, or archived.
   */
  importRules(options?: { readonly preview?: boolean | undefined }): Promise<RulesReport>;
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
  readonly repository?: string | undefined;
  /** Folder of memories and indexes. Default: `AFTERWIT_HOME`, else the platform's data folder. */
  readonly home?: string | undefined;
  /** Settings that win over files and environment, by dotted name. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Who speaks, unless a call says otherwise. Default: nobody that is known, who is believed like an agent. A program that a
   * person uses by themselves names that person.
   */
  readonly speaker?: Speaker | undefined;
  /** Told when a reading method indexes first. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  /** What time it is. Default: the system's clock. Handed in, thirty days of the gate's ledger pass at once. */
  readonly clock?: Clock | undefined;
  /** Where ids, and with them the chance of decisions, come from. Default: the system's. */
  readonly random?: Random | undefined;
}
