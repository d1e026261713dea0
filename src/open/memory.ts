import type { Brief } from '../model/answers/brief.ts';
import type {
  CommitExamination,
  CommitSearch,
  CoupledFiles,
  HotspotList,
  IndexProgress,
  IndexReport,
} from '../model/answers/commit-answers.ts';
import type { FileBrief } from '../model/answers/file-brief.ts';
import type { FileLocation } from '../model/answers/file-location.ts';
import type { FileSummary, SummarySearch } from '../model/answers/file-summary.ts';
import type { GuardrailList } from '../model/answers/guardrail-list.ts';
import type { LearningReport } from '../model/answers/learning-report.ts';
import type { Diagnosis, MemoryStatus } from '../model/answers/memory-status.ts';
import type { MiningConsent, MiningPlan, MiningReport } from '../model/answers/mining-report.ts';
import type { MomentAnswer } from '../model/answers/moment-answer.ts';
import type { ReadableMemories } from '../model/answers/readable-memories.ts';
import type {
  DecisionExplanation,
  MemoryText,
  Recollection,
  RememberedItem,
} from '../model/answers/recollection.ts';
import type { ReviewQueue } from '../model/answers/review.ts';
import type { RulesReport } from '../model/answers/rules-report.ts';
import type { CodeTraversal, EntityView } from '../model/code-graph.ts';
import type { RecordedFailure } from '../model/recorded-failure.ts';
import type { KnownRepository, Lookalike, RepositoryLocation } from '../model/repository.ts';
import type { SessionList } from '../model/session-summary.ts';
import type { Speaker } from '../model/speaker.ts';
import type { Clock } from '../ports/clock.ts';
import type { Judge } from '../ports/judge.ts';
import type { Meter } from '../ports/meter.ts';
import type { Random } from '../ports/random.ts';
import type { FeedbackReceipt, FeedbackRequest } from './memory-home.ts';
import type {
  AsOf,
  BriefRequest,
  ExamineCommitOptions,
  ForFileOptions,
  GuardrailsRequest,
  HotspotsOptions,
  IndexOptions,
  Interruptible,
  LearnOptions,
  LimitOptions,
  LocateOptions,
  MineSessionsOptions,
  MomentRequest,
  ReadOptions,
  RecallRequest,
  RecordFailureRequest,
  RememberRequest,
  SearchCommitsOptions,
  TopKOptions,
  TraverseOptions,
} from './memory-requests.ts';

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
  /** search_summaries of the repository-memory paper, over the 200 hottest files. */
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
   * What must be known before a plan: constraints, decisions, open tasks and preferences that hold here, the newest of each kind
   * first, within a token budget. Stale and superseded ones stay out. Leaves a receipt (`why`). @throws INVALID_ARGUMENT
   */
  brief(request?: BriefRequest): Promise<Brief>;
  /**
   * What must be known before a file is edited: rules and decisions about it, past fixes and reverts, what changes with it. Leaves
   * a receipt of the memories. `path` is relative to the top of the working tree or absolute. @throws INVALID_ARGUMENT
   */
  forFile(path: string, options?: ForFileOptions): Promise<FileBrief>;
  /**
   * What an agent is told at a moment of its session without having asked, or why it is told nothing: what may be shown unasked, and
   * is new to the session. Leaves a receipt (`why`) where something was considered. Does not index.
   */
  atMoment(request: MomentRequest): Promise<MomentAnswer>;
  /**
   * One memory that holds here, as it is written: the rest of what a card shows. Long ones come in parts.
   * @throws ITEM_NOT_FOUND also for one that nobody is shown here, INVALID_ARGUMENT
   */
  read(id: string, options?: ReadOptions): Promise<MemoryText>;
  /** The memories that {@link read} gives, newest first. Default limit: 50. */
  readable(options?: LimitOptions): Promise<ReadableMemories>;
  /**
   * How a decision in this repository came about, shown or not; without an id, the latest.
   * @throws DECISION_NOT_FOUND also for one of another repository
   */
  why(decision?: string): Promise<DecisionExplanation>;
  /** What of this repository, or of all, waits for a person. Default limit: 50. */
  review(options?: LimitOptions): Promise<ReviewQueue>;
  /** What {@link mineSessions} would read. Only the first lines of transcripts are read for it. */
  planMining(options?: Pick<MineSessionsOptions, 'places' | 'folders'>): Promise<MiningPlan>;
  /**
   * Learns from the sessions of agents in this repository: failures with what fixed them, rules and decisions that the user
   * stated. Everything is kept as said by the agent; of fixes, what tools recorded may be shown unasked (`capture.unconfirmedFixes`). Resumable;
   * mining again adds nothing.
   * @throws HOME_NOT_WRITABLE, DISK_FULL, INTERRUPTED
   */
  mineSessions(options?: MineSessionsOptions): Promise<MiningReport>;
  /** What the last sessions here did, left open and learned; empty where none may be read. Default limit: 5. */
  sessions(options?: LimitOptions): Promise<SessionList>;
  /**
   * Keeps what the user answered when asked whether sessions here may be read. Hooks read them only after `yes`.
   * @throws HOME_NOT_WRITABLE, DISK_FULL
   */
  keepMiningConsent(consent: MiningConsent): Promise<void>;
  /**
   * Reads the rule files of the working tree (AGENTS.md, CLAUDE.md, GEMINI.md, Cursor's and Copilot's) and keeps the memory in
   * step with them: new rules are remembered, a rule that is gone is superseded by the one in its place, or archived.
   */
  importRules(options?: { readonly preview?: boolean | undefined }): Promise<RulesReport>;
  /**
   * Says what became of a recall's cards: the trust of a memory and later decisions follow it.
   * @throws DECISION_NOT_FOUND, ITEM_NOT_FOUND, INVALID_ARGUMENT when it does not fit the decision
   */
  feedback(request: FeedbackRequest): Promise<FeedbackReceipt>;
  /**
   * Constraints about the files of the planned work, and rules that would have prevented failures close to it; leaves no receipt.
   * @throws INVALID_ARGUMENT
   */
  guardrails(request: GuardrailsRequest): Promise<GuardrailList>;
  /** No memory is shown unasked in this repository until {@link resume}. Returns the time of the pause. */
  pause(): Promise<{ readonly sinceMs: number }>;
  /** Returns false when it was not paused. @throws NEEDS_PERSON when it was, and no person asks */
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
  /**
   * File with the texts of issues that commits name (`gh issue list --json number,title,body,state,url`), for
   * {@link Memory.examineCommit}. Read once, when it is first needed.
   */
  readonly issueExport?: string | undefined;
  /** Told when a reading method indexes first. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  /** What time it is. Default: the system's clock. Handed in, thirty days of the gate's ledger pass at once. */
  readonly clock?: Clock | undefined;
  /**
   * Told of the metrics of Memory V3, `memory.v3.retrieval.final_count` and its like: `metrics.getMeter('afterwit')` of
   * `@opentelemetry/api`. Default: nobody is told; nothing is ever sent.
   */
  readonly meter?: Meter | undefined;
  /**
   * Asked by {@link Memory.recall}, of a question in words, where the order of what may be shown is in doubt (settings `judging.*`); it is told the question and
   * the memories. Default: none; nothing is ever sent.
   */
  readonly judge?: Judge | undefined;
  /** Where ids, and with them the chance of decisions, come from. Default: the system's. */
  readonly random?: Random | undefined;
}
