import type { Freshness } from '../model/anchor.ts';
import type { ImportFile, ImportReport, PlacedLine } from '../model/answers/exchange-report.ts';
import type { DoubtList, FailureList, FailureView } from '../model/answers/failure-list.ts';
import type { DecisionExplanation } from '../model/answers/recollection.ts';
import type { DoubtDecision, ForgottenItems, PurgeReport, ReviewQueue } from '../model/answers/review.ts';
import type { Outcome, OutcomeKind } from '../model/decision.ts';
import type { ItemStatus, ItemType, MemoryItem } from '../model/memory-item.ts';
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
  readonly where?: 'here' | 'all' | 'repo' | 'user' | 'global' | undefined;
}

export interface ImportOptions {
  /** The file is this person's own export: what it claims of trust and of who said it is believed. */
  readonly vouched?: boolean | undefined;
  /** Where everything holds. Default: where the file says. */
  readonly scope?: 'repo' | 'user' | 'global' | undefined;
  readonly speaker?: Speaker | undefined;
  readonly signal?: AbortSignal | undefined;
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

/**
 * The memories of a home, usable outside of a repository. Obtained from `openHome`. Ids may be cut to 4 digits or more.
 */
export interface MemoryHome extends AsyncDisposable {
  list(options?: ListItemsOptions): Promise<ItemList>;
  /** @throws ITEM_NOT_FOUND */
  show(id: string): Promise<ItemView>;
  /**
   * Forgets memories with everything derived from them: terms, links, outcomes, backups.
   * @throws ITEM_NOT_FOUND when an id is unknown; nothing is forgotten then
   */
  forget(selection: ForgetSelection): Promise<ForgottenItems>;
  /** Memories that wait for a person. Default limit: 50. */
  review(options?: { readonly limit?: number | undefined }): Promise<ReviewQueue>;
  /**
   * Approves a memory in the name of a person; `content` replaces its text. After a doubtful merge both variants are
   * kept; a contradicting fix replaces the known one.
   * @throws ITEM_NOT_FOUND, NEEDS_PERSON
   */
  approve(
    id: string,
    options?: { readonly content?: string | undefined; readonly speaker?: Speaker | undefined },
  ): Promise<MemoryItem>;
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
  /** Explains a decision; without an id, the latest one. @throws DECISION_NOT_FOUND */
  why(decision?: string): Promise<DecisionExplanation>;
  /** @throws DECISION_NOT_FOUND, ITEM_NOT_FOUND, INVALID_ARGUMENT when it does not fit the decision */
  feedback(request: FeedbackRequest): Promise<FeedbackReceipt>;
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
  /** Default path: a new file in the folder `backups` of the home. */
  backUp(path?: string): Promise<MemoryCopy>;
  /** @throws BACKUP_UNUSABLE, NEEDS_PERSON */
  restore(path: string, options?: { readonly speaker?: Speaker | undefined }): Promise<MemoryReplacement>;
  /** Overwrites and removes everything that afterwit keeps: memory, backups, indexes, logs, caches. @throws NEEDS_PERSON */
  purge(options?: { readonly speaker?: Speaker | undefined }): Promise<PurgeReport>;
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
