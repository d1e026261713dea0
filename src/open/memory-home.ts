import type { Settings } from '../config/settings.ts';
import type { Freshness } from '../model/anchor.ts';
import type { IndexProgress } from '../model/answers/commit-answers.ts';
import type { ImportFile, ImportReport, PlacedLine } from '../model/answers/exchange-report.ts';
import type { DoubtList, FailureList, FailureView } from '../model/answers/failure-list.ts';
import type {
  GateEvaluation,
  GateReplay,
  GateReport,
  GateReset,
  GateStatistics,
} from '../model/answers/gate-report.ts';
import type { EditedItem, ItemHistory, ItemLink } from '../model/answers/item-history.ts';
import type { MaintenanceReport } from '../model/answers/maintenance.ts';
import type { DecisionExplanation } from '../model/answers/recollection.ts';
import type { DoubtDecision, ForgottenItems, PurgeReport, ReviewQueue } from '../model/answers/review.ts';
import type { ShareReport } from '../model/answers/share-report.ts';
import type { Outcome, OutcomeKind } from '../model/decision.ts';
import type { ItemStatus, ItemType, MemoryItem } from '../model/memory-item.ts';
import type { WritableScope } from '../model/scope.ts';
import type { Speaker } from '../model/speaker.ts';
import type { Clock } from '../ports/clock.ts';
import type { MemoryCopy, MemoryReplacement } from '../ports/memory-upkeep.ts';

export interface ListItemsOptions {
  /** `here`: scopes that a recall in this repository reads (outside of one: user and global). `all`: every scope. Default `here`. */
  readonly where?: 'here' | 'all' | undefined;
  readonly types?: readonly ItemType[] | undefined;
  /** Default: active. */
  readonly statuses?: readonly ItemStatus[] | undefined;
  /** Most entries to return. Default 50. */
  readonly limit?: number | undefined;
}

/** Another text for a memory; `restore` stands alone. */
export interface ItemEdit {
  readonly content?: string | undefined;
  /** Default: the beginning of the text; a fix keeps the name of its failure. */
  readonly title?: string | undefined;
  /** Id of a version of the memory. */
  readonly restore?: string | undefined;
  /** Whether it stops calls of an agent's tools. Given alone. */
  readonly hard?: boolean | undefined;
}

export interface ItemList {
  /** Newest first. */
  readonly items: readonly MemoryItem[];
  /** Number of matching memories, including those beyond the limit. */
  readonly count: number;
}

/** One memory with facts that are computed on every read. */
export interface ItemView {
  readonly item: MemoryItem;
  /** Freshness of each anchor; empty without anchors, and for a memory of another repository. */
  readonly anchors: readonly { readonly path: string; readonly freshness: Freshness }[];
  readonly outcomes: Readonly<Partial<Record<OutcomeKind, number>>>;
  /** What it is linked with: of a fix, also which fix brought its failure about, and which failures it brought about. */
  readonly links: readonly ItemLink[];
}

/** Which memories to forget; exactly one of the three. */
export type ForgetSelection =
  | { readonly ids: readonly string[]; readonly preview?: boolean | undefined }
  /** Everything that came from an origin, with its sessions. */
  | { readonly origin: string; readonly preview?: boolean | undefined }
  /** Everything that holds this text, case aside; of a known failure, the evidence alone where nothing else of it does. */
  | { readonly text: string; readonly preview?: boolean | undefined };

export interface ExportOptions {
  /** `here`, the default: scopes that a recall in this repository reads; or one of those; or every scope. */
  readonly where?: 'here' | 'all' | WritableScope | undefined;
}

export interface ImportOptions {
  /** The file is this person's own export: what it claims of trust and of who said it is believed. */
  readonly vouched?: boolean | undefined;
  /** Where everything holds. Default: where the file says. */
  readonly scope?: WritableScope | undefined;
  readonly speaker?: Speaker | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Which memories are shared; `ids` or `all`, and `removed` beside them. */
export interface ShareOptions {
  readonly ids?: readonly string[] | undefined;
  /** Every memory of the scope that somebody vouches for. */
  readonly all?: boolean | undefined;
  /** Ids of shared lessons that are taken out of the file again. */
  readonly removed?: readonly string[] | undefined;
  /** The only scope whose memories are shared. Default: this repository. */
  readonly scope?: WritableScope | undefined;
  /** Write nothing. */
  readonly preview?: boolean | undefined;
  readonly speaker?: Speaker | undefined;
}

export interface MaintainOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

export interface FeedbackRequest {
  /** Id of the decision, or an unambiguous prefix of at least 4 digits. */
  readonly decision: string;
  readonly kind: OutcomeKind;
  /** The memory it is about; needed when the decision showed several. */
  readonly item?: string | undefined;
  readonly speaker?: Speaker | undefined;
}

/** Result of giving feedback. `known`: the same feedback was given before; it counts once. */
export interface FeedbackReceipt {
  readonly kind: 'recorded' | 'known';
  readonly outcome: Outcome;
  /** The memory after the feedback; its trust may have risen. */
  readonly item?: MemoryItem;
}

/** Policies that the setting `gate.policy` takes. */
export type GatePolicyName = Settings['gate']['policy'];

/**
 * The memories of a home, usable outside of a repository. Obtained from `openHome`. Ids may be cut to 4 digits or more.
 */
export interface MemoryHome extends AsyncDisposable {
  list(options?: ListItemsOptions): Promise<ItemList>;
  /** @throws ITEM_NOT_FOUND */
  show(id: string): Promise<ItemView>;
  /**
   * Forgets memories with everything derived from them: terms, links, outcomes, backups.
   * @throws ITEM_NOT_FOUND when an id is unknown, NEEDS_PERSON for what a person said or vouched for; nothing is forgotten then
   */
  forget(selection: ForgetSelection & { readonly speaker?: Speaker | undefined }): Promise<ForgottenItems>;
  /**
   * A person puts a memory away: no answer has it, and `undo` fetches it back, as it does what was archived for its age.
   * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT
   */
  archive(
    id: string,
    options?: { readonly undo?: boolean | undefined; readonly speaker?: Speaker | undefined },
  ): Promise<MemoryItem>;
  /**
   * Counts what was shown, archives what expired long ago, summarises dense groups of episodic memories, compacts old receipts.
   * One process at a time; killed at any moment it leaves nothing half done, and the next run goes on.
   * @throws INTERRUPTED, and the store's errors
   */
  maintain(options?: MaintainOptions): Promise<MaintenanceReport>;
  /** Memories that wait for a person, of here or of all repositories. Default limit: 50. */
  review(options?: Pick<ListItemsOptions, 'where' | 'limit'>): Promise<ReviewQueue>;
  /**
   * Approves a memory in the name of a person; `content` replaces its text. After a doubtful merge both variants are
   * kept; a contradicting fix replaces the known one.
   * @throws ITEM_NOT_FOUND, NEEDS_PERSON
   */
  approve(
    id: string,
    options?: { readonly content?: string | undefined; readonly speaker?: Speaker | undefined },
  ): Promise<MemoryItem>;
  /**
   * Gives a memory another text in the name of a person: new words, or with `restore` those of a version from {@link history}. The
   * text it had is kept as a version.
   * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT when nothing would change, and for what follows a file or is out of use
   */
  edit(id: string, edit: ItemEdit & { readonly speaker?: Speaker | undefined }): Promise<EditedItem>;
  /** The texts a memory had, what it replaced and what replaced it, and what came of it. @throws ITEM_NOT_FOUND */
  history(id: string): Promise<ItemHistory>;
  /** A person turns it down: it is archived and never shown again. @throws ITEM_NOT_FOUND, NEEDS_PERSON */
  reject(id: string, options?: { readonly speaker?: Speaker | undefined }): Promise<MemoryItem>;
  /** Patterns of failures, last seen first. Default limit: 50. */
  failures(options?: Pick<ListItemsOptions, 'where' | 'limit'>): Promise<FailureList>;
  /** A pattern with its variants and episodes, by the id of any of them. @throws ITEM_NOT_FOUND, INVALID_ARGUMENT */
  failure(id: string): Promise<FailureView>;
  /** Variants that may be the same as a known one or contradict it, each with the known one. */
  doubts(): Promise<DoubtList>;
  /**
   * Decides a doubtful variant in the name of a person: `merge` (it is the known one), `split` (both are kept),
   * `supersede` (it replaces the known one) or `reject`. Returns the variant that remains.
   * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT when the variant is not doubtful, or the known one was
   * forgotten
   */
  decideDoubt(
    id: string,
    decision: DoubtDecision,
    options?: { readonly speaker?: Speaker | undefined },
  ): Promise<MemoryItem>;
  /** Explains a decision; without an id, the latest one of here or of all repositories. @throws DECISION_NOT_FOUND */
  why(decision?: string, options?: Pick<ListItemsOptions, 'where'>): Promise<DecisionExplanation>;
  /** @throws DECISION_NOT_FOUND, ITEM_NOT_FOUND, INVALID_ARGUMENT when it does not fit the decision */
  feedback(request: FeedbackRequest): Promise<FeedbackReceipt>;
  /** What the gate knows: its policy, what it learned, what the ledger of injections holds. */
  gate(): Promise<GateReport>;
  /** Forgets what the gate learned; the ledger and all decisions stay. @throws NEEDS_PERSON */
  resetGate(options?: { readonly speaker?: Speaker | undefined }): Promise<GateReset>;
  /** Decides every decision of the log again. Default: with the policy of the settings, which comes to the same. */
  replayGate(options?: { readonly policy?: GatePolicyName | undefined }): Promise<GateReplay>;
  /** What each policy would have earned on the log: IPS, SNIPS and doubly robust, with intervals. */
  evaluateGate(): Promise<GateEvaluation>;
  /** How often something is shown unasked, how often it was wrong, why nothing was. Default: over 30 days. */
  statistics(options?: { readonly days?: number | undefined }): Promise<GateStatistics>;
  /** Memories as lines of JSON, each with its line end. Reads lazily, so keep the home open until the last line. */
  exportLines(options?: ExportOptions): Iterable<string>;
  /** The same as lines of Memory V2, each with its file in the folder `memory/items` of V2's layout. */
  exportV2(options?: ExportOptions): Iterable<PlacedLine>;
  /**
   * Imports lines from {@link exportLines} or in Memory V2. Idempotent; an invalid line is reported and does not stop
   * the import. Unless `vouched`, no imported memory is shown unasked before a person approves it.
   * @throws INVALID_ARGUMENT, NEEDS_PERSON, INTERRUPTED
   */
  importLines(lines: AsyncIterable<Uint8Array | string>, options?: ImportOptions): Promise<ImportReport>;
  /**
   * The same from several files, one after the other; a fault names its file. A layer holds for lines that name none: files of
   * V2's layout hold one each.
   */
  importFiles(
    files: Iterable<ImportFile> | AsyncIterable<ImportFile>,
    options?: ImportOptions,
  ): Promise<ImportReport>;
  /**
   * Writes memories that a person chose into the shared file of the repository here (`.afterwit/lessons.jsonl`), for review and commit.
   * @throws NEEDS_PERSON, ITEM_NOT_FOUND, INVALID_ARGUMENT for what nobody vouches for or what holds elsewhere
   */
  share(options: ShareOptions): Promise<ShareReport>;
  /**
   * Imports what others share in the repository here, as it stands in the working tree. It holds here, and nothing of it is shown
   * unasked before a person approves it. @throws INVALID_ARGUMENT where nothing is shared
   */
  importShared(options?: Pick<ImportOptions, 'speaker' | 'signal'>): Promise<ImportReport>;
  /** Default path: a new file in the folder `backups` of the home. */
  backUp(path?: string): Promise<MemoryCopy>;
  /** @throws BACKUP_UNUSABLE, NEEDS_PERSON */
  restore(path: string, options?: { readonly speaker?: Speaker | undefined }): Promise<MemoryReplacement>;
  /** Overwrites and removes everything that afterwit keeps: memory, backups, indexes, logs, caches. @throws NEEDS_PERSON */
  purge(options?: {
    /** Delete nothing, and say what would be deleted: anybody may ask. */
    readonly preview?: boolean | undefined;
    readonly speaker?: Speaker | undefined;
  }): Promise<PurgeReport>;
  close(): Promise<void>;
}

export interface OpenHomeOptions {
  /** Folder of memories and indexes. Default: `AFTERWIT_HOME`, else the platform's data folder. */
  readonly home?: string | undefined;
  /** Path whose repository is `here`. Default: the working folder; it may lie in no repository. */
  readonly repository?: string | undefined;
  /**
   * Who speaks, unless a call says otherwise. Default: nobody that is known, who is believed like an agent. A program that a
   * person uses by themselves names that person.
   */
  readonly speaker?: Speaker | undefined;
  /** What time it is. Default: the system's clock. */
  readonly clock?: Clock | undefined;
}
