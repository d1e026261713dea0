import type { ItemId } from '../brands.ts';
import type { Outcome } from '../decision.ts';
import type { ItemRelation, MemoryItem } from '../memory-item.ts';
import type { ToldPrompt } from './model-answers.ts';

/** Part of one memory, as it is written. */
export interface MemoryText {
  readonly item: MemoryItem;
  /** Place of {@link text} in the content; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Fenced, as a pack is. */
  readonly text: string;
}

/** The result of remembering something. */
export interface RememberedItem {
  /**
   * `known`: the memory existed before and is now confirmed. `quarantined`: it waits for a person (`afterwit review`).
   */
  readonly kind: 'added' | 'known' | 'quarantined';
  readonly item: MemoryItem;
  /** Memories whose place it took: it says itself that it replaces them. `review approve` of one takes that back. */
  readonly supersedes?: readonly MemoryItem[];
  /** Memories whose place it may take, for a person to say. */
  readonly maySupersede?: readonly MemoryItem[];
  /** Secrets that were taken out, by kind. */
  readonly redactedSecrets: number;
}

/** A text that a memory has or had. Times are milliseconds since 1970. */
export interface ItemVersion
  extends Pick<MemoryItem, 'title' | 'content' | 'trust' | 'principal' | 'origin'> {
  /** Id to bring it back by (`edit ID --restore`); the memory's own for the text that it has now. */
  readonly id: ItemId;
  readonly sinceMs: number;
  /** Absent for the text that it has now. */
  readonly untilMs?: number;
}

/** History of a memory since it was first said. */
export interface ItemHistory {
  readonly item: MemoryItem;
  /** Newest first; the first is what it says now. */
  readonly versions: readonly ItemVersion[];
  /** Memories whose place it took, and those whose place those took, each before the ones it replaced. */
  readonly replaced: readonly MemoryItem[];
  /** Its successor, the successor of that, and so on, in this order. */
  readonly replacedBy: readonly MemoryItem[];
  /** Outcomes of showing it, in the order of reporting. */
  readonly outcomes: readonly Outcome[];
}

/** A memory that was given another text. */
export interface EditedItem {
  readonly item: MemoryItem;
  /** The text it had before: kept, and brought back by `edit ID --restore` with its id. */
  readonly before: MemoryItem;
  /** It is not shown unasked: text beside the new words comes from an unvouched speaker. */
  readonly waits: boolean;
}

/** Another memory that one is linked with. `brought_about`: a failure that came of this fix. */
export interface ItemLink extends Pick<MemoryItem, 'id' | 'title'> {
  readonly relation: ItemRelation | 'brought_about';
}

/** Why a memory waits for a person, most urgent first: one of two contradicting fixes is wrong. */
export const reviewReasons = [
  /** It gives another fix for a known failure. */
  'contradicting_fix',
  /** It may be the same as a known variant. */
  'doubtful_merge',
  /** It may take the place of a known one. */
  'may_supersede',
  /** A person vouched for it, and an agent said since that it was wrong. */
  'doubted_by_agent',
  /** An agent wants it to apply beyond this repository. */
  'crosses_scope',
  /** It came from an unvouched text. */
  'untrusted_origin',
  /** An agent said it and nothing has confirmed it: it is shown on request only. */
  'unverified',
] as const;
export type ReviewReason = (typeof reviewReasons)[number];

export interface ReviewEntry {
  readonly item: MemoryItem;
  readonly reason: ReviewReason;
  /** The known variant in question; absent when there is none or it has been forgotten. */
  readonly otherId?: ItemId;
  /** Memories that hold now, and whose place it takes when it is approved. */
  readonly replaces?: readonly Pick<MemoryItem, 'id' | 'title' | 'content'>[];
}

/**
 * A person's decision about a doubtful variant. `merge`: it is the known one. `split`: both are kept. `supersede`: it
 * replaces the known one. `reject`: it is never shown.
 */
export const doubtDecisions = ['merge', 'split', 'supersede', 'reject'] as const;
export type DoubtDecision = (typeof doubtDecisions)[number];

/** Memories that a person should decide about, most pressing first. */
export interface ReviewQueue {
  readonly entries: readonly ReviewEntry[];
  /** Number of entries in total, including those beyond the limit. */
  readonly count: number;
  /** All that wait, by why; absent where one memory was asked for. */
  readonly reasons?: readonly { readonly value: ReviewReason; readonly count: number }[];
  /** How many more wait in other repositories, where those were left out. */
  readonly elsewhere?: number;
}

/** Memories that a person decided on, one after the other. */
export interface DecidedEach {
  readonly approved: readonly ItemId[];
  readonly rejected: readonly ItemId[];
  /** Number that still wait, passed over or not reached. */
  readonly waiting: number;
}

/** A memory in a list: its text is read when a user opens it. */
export interface ItemRow
  extends Pick<
    MemoryItem,
    | 'id'
    | 'title'
    | 'type'
    | 'status'
    | 'trust'
    | 'principal'
    | 'scope'
    | 'source'
    | 'quarantined'
    | 'createdAtMs'
    | 'updatedAtMs'
    | 'accessCount'
  > {
  /** Kind of its body; `none` of a lesson without one. */
  readonly body: string;
}

/** Facets that narrow down a list, beside how its memories stand to the files of the working tree. */
export const facetNames = ['scopes', 'bodies', 'types', 'trusts', 'statuses', 'sources'] as const;
export type FacetName = (typeof facetNames)[number];

export interface Facet {
  readonly value: string;
  /** Memories that would be listed if this value of the facet was chosen alone, and all else stayed. */
  readonly count: number;
}

/** A part of a list of memories. */
export interface ItemBrowse {
  readonly rows: readonly ItemRow[];
  /** Length of the whole list. */
  readonly count: number;
  /** The most frequent values first. */
  readonly facets: Readonly<Record<FacetName | 'freshness', readonly Facet[]>>;
}

/** Memories that were forgotten, or would be. */
export interface ForgottenItems {
  readonly items: readonly { readonly id: ItemId; readonly title: string }[];
  /** True when nothing was removed because only a preview was asked for. */
  readonly preview: boolean;
  /** Copies in the home that may hold them still: they cannot be read, so that nothing could be taken out of them. */
  readonly unreached?: readonly string[];
  /** Removed memories with a line in the shared file of this repository, which `share --remove` can take out. */
  readonly shared?: { readonly path: string; readonly ids: readonly ItemId[] };
}

/** Result of `maintain`. Work done before a stop stays done; the next run goes on from there. */
export interface MaintenanceReport {
  /** `held`: another process maintains this memory, so nothing was done. */
  readonly kind: 'done' | 'held';
  /** Decisions whose shown memories were counted. */
  readonly decisionsCounted: number;
  /** Memories that were looked through. */
  readonly lookedThrough: number;
  /** Memories that expired long ago and were archived. */
  readonly archived: number;
  /** Memories of a single event that proved to hold and last from now on. */
  readonly promoted: number;
  readonly summaries: readonly MadeSummary[];
  /** Where a language model was to be asked. */
  readonly asked?: ModelUpkeep;
  /** Receipts of old decisions that were compacted. */
  readonly receiptsCompacted: number;
}

/** Questions of `maintain` to a language model, and their result. */
export interface ModelUpkeep {
  readonly model: string;
  readonly calls: number;
  /** Memories that waited for a person to say whether a newer one took their place, and gave way to it. */
  readonly retired: readonly { readonly id: ItemId; readonly title: string; readonly by: ItemId }[];
  /** Why it last gave no answer; that part is then as without a model. */
  readonly fault?: string;
  /** For a preview: the prompts for the model, word for word. */
  readonly prompts?: readonly ToldPrompt[];
}

/** A summary in the place of several memories. */
export interface MadeSummary {
  readonly id: ItemId;
  readonly title: string;
  readonly fragments: number;
  /** Tokens of the fragments, and of the summary. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** A language model put it into words. */
  readonly byModel?: true;
}
