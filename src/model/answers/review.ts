import type { ItemId, MemoryItem } from '../memory-item.ts';

/** Why a memory waits for a person. */
export type ReviewReason =
  /** For a failure that is known it says something else than the known fix. */
  | 'contradicting_fix'
  /** It may say the same as a known variant. */
  | 'doubtful_merge'
  /** An agent wants it to hold beyond this repository. */
  | 'crosses_scope'
  /** It came from text that nobody vouches for. */
  | 'untrusted_origin'
  /** An agent said it and nothing has confirmed it: it is recalled when asked for, never unasked. */
  | 'unverified';

export interface ReviewEntry {
  readonly item: MemoryItem;
  readonly reason: ReviewReason;
  /** The known variant that a doubtful one is about; absent when there is none, or it was forgotten. */
  readonly otherId?: ItemId;
}

/**
 * What a person makes of a doubtful variant. `merge`: it is the known one. `split`: both are kept. `supersede`: it holds
 * instead of the known one. `reject`: it is not to be shown.
 */
export const doubtDecisions = ['merge', 'split', 'supersede', 'reject'] as const;
export type DoubtDecision = (typeof doubtDecisions)[number];

/** Memories that a person should decide about, most pressing first. */
export interface ReviewQueue {
  readonly entries: readonly ReviewEntry[];
  /** Of all of them, how many there are. */
  readonly count: number;
}

/** What was forgotten, or would be. */
export interface ForgottenItems {
  readonly items: readonly { readonly id: ItemId; readonly title: string }[];
  /** True when nothing was removed because only a preview was asked for. */
  readonly preview: boolean;
  /** Copies in the home that may hold them still: they cannot be read, so that nothing could be taken out of them. */
  readonly unreached?: readonly string[];
}

/** What `purge` removed. */
export interface PurgeReport {
  readonly home: string;
  readonly files: number;
  readonly bytes: number;
  /** Files in the home that are not afterwit's, or could not be removed. */
  readonly left: readonly string[];
}
