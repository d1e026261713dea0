import type { Freshness } from '../model/anchor.ts';
import type { ImportReport } from '../model/answers/exchange-report.ts';
import type { DoubtList, FailureList, FailureView } from '../model/answers/failure-list.ts';
import type { DecisionExplanation } from '../model/answers/recollection.ts';
import type { DoubtDecision, ForgottenItems, PurgeReport, ReviewQueue } from '../model/answers/review.ts';
import type { Outcome, OutcomeKind } from '../model/decision.ts';
import type { ItemStatus, ItemType, MemoryItem } from '../model/memory-item.ts';
import type { Speaker } from '../model/speaker.ts';
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
  /** How many fit, shown or not. */
  readonly count: number;
}

/** One memory with what is computed about it when it is looked at. */
export interface ItemView {
  readonly item: MemoryItem;
  /** Freshness of each anchor; empty without anchors, and where the repository is another one than here. */
  readonly anchors: readonly { readonly path: string; readonly freshness: Freshness }[];
  readonly outcomes: Readonly<Partial<Record<OutcomeKind, number>>>;
}

/** What to forget; exactly one of the three. */
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
  /** Id of the decision, or an unambiguous beginning of it (4 digits or more). */
  readonly decision: string;
  readonly kind: OutcomeKind;
  /** The memory it is about; needed when the decision showed several. */
  readonly item?: string | undefined;
  readonly speaker?: Speaker | undefined;
}

/** Feedback as it was taken in. `known`: the same was said before; it counts once. */
export interface FeedbackReceipt {
  readonly kind: 'recorded' | 'known';
  readonly outcome: Outcome;
  /** The memory as it is now; its trust may have risen. */
  readonly item?: MemoryItem;
}

/** What needs no repository: the memories of a home. Obtained from `openHome`. Ids may be cut to 4 digits or more. */
export interface MemoryHome extends AsyncDisposable {
  list(options?: ListItemsOptions): Promise<ItemList>;
  /** @throws ITEM_NOT_FOUND */
  show(id: string): Promise<ItemView>;
  /**
   * Forgets memories with everything that was derived from them: terms, links, outcomes, backup.
   * @throws ITEM_NOT_FOUND when an id is unknown; nothing is forgotten then
   */
  forget(selection: ForgetSelection): Promise<ForgottenItems>;
  /** Memories that wait for a person. Default limit: 50. */
  review(options?: { readonly limit?: number | undefined }): Promise<ReviewQueue>;
  /**
   * A person vouches for it; with `content`, in these words instead. Of a doubtful merge both are kept; a contradicting fix
   * takes the place of the known one.
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
  /** Variants that may be others, or contradict them, beside those. */
  doubts(): Promise<DoubtList>;
  /**
   * A person says what a doubtful variant is to the known one: `merge` (the same), `split` (another one), `supersede` (what
   * holds instead of it) or `reject`. Gives the variant that is left.
   * @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT when nothing is doubtful about it, or the known one is gone
   */
  decideDoubt(
    id: string,
    decision: DoubtDecision,
    options?: { readonly speaker?: Speaker | undefined },
  ): Promise<MemoryItem>;
  /** How a decision came about; without an id, the latest one. @throws DECISION_NOT_FOUND */
  why(decision?: string): Promise<DecisionExplanation>;
  /** @throws DECISION_NOT_FOUND, ITEM_NOT_FOUND, INVALID_ARGUMENT when it does not fit the decision */
  feedback(request: FeedbackRequest): Promise<FeedbackReceipt>;
  /** Memories as lines of JSON, each with its line end. Read as they are asked for: keep the home open until the last one. */
  exportLines(options?: ExportOptions): Iterable<string>;
  /**
   * Takes in lines that {@link exportLines} made, or Memory V2. Idempotent; a line that is no memory is told of, and keeps no
   * other out. Unless vouched for, nothing of it is shown unasked before a person approves it.
   * @throws INVALID_ARGUMENT, NEEDS_PERSON, INTERRUPTED
   */
  importLines(lines: AsyncIterable<Uint8Array | string>, options?: ImportOptions): Promise<ImportReport>;
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
}
