import type { ItemId, MemoryItem } from '../memory-item.ts';
import type { SetupAgent } from './setup-report.ts';

/** Why a memory waits for a person. */
export type ReviewReason =
  /** It gives another fix for a known failure. */
  | 'contradicting_fix'
  /** It may be the same as a known variant. */
  | 'doubtful_merge'
  /** It may take the place of a known one. */
  | 'may_supersede'
  /** An agent wants it to apply beyond this repository. */
  | 'crosses_scope'
  /** It came from a text that nobody has vouched for. */
  | 'untrusted_origin'
  /** An agent said it and nothing has confirmed it: it is shown on request only. */
  | 'unverified';

export interface ReviewEntry {
  readonly item: MemoryItem;
  readonly reason: ReviewReason;
  /** The known variant in question; absent when there is none or it has been forgotten. */
  readonly otherId?: ItemId;
  /** Memories that hold now, and whose place it takes when it is approved. */
  readonly replaces?: readonly Pick<MemoryItem, 'id' | 'title'>[];
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
  /** How many more wait in other repositories, where those were left out. */
  readonly elsewhere?: number;
}

/** What became of the memories that somebody was asked about, one after the other. */
export interface DecidedEach {
  readonly approved: readonly ItemId[];
  readonly rejected: readonly ItemId[];
  /** Those that wait still, whether they were passed over or not come to. */
  readonly waiting: number;
}

/** What was forgotten, or would be. */
export interface ForgottenItems {
  readonly items: readonly { readonly id: ItemId; readonly title: string }[];
  /** True when nothing was removed because only a preview was asked for. */
  readonly preview: boolean;
  /** Copies in the home that may hold them still: they cannot be read, so that nothing could be taken out of them. */
  readonly unreached?: readonly string[];
  /** Of them those that have a line in the shared file of the repository here, which is for `share --remove` to take out. */
  readonly shared?: { readonly path: string; readonly ids: readonly ItemId[] };
}

/** What `purge` removed. */
export interface PurgeReport {
  readonly home: string;
  /** Nothing was deleted. */
  readonly preview: boolean;
  readonly files: number;
  readonly bytes: number;
  /** Files in the home that are not afterwit's, or could not be removed. */
  readonly left: readonly string[];
  /**
   * The copy of the program that `setup --from-here` keeps in the home, if there is one. It stays while settings of agents name it,
   * of the user or of this repository: they would meet a fault each time they start it.
   */
  readonly program?: { readonly path: string; readonly startedBy: readonly SetupAgent[] };
}
