import type { OutcomeCounts } from '../decision.ts';
import type { VariantDoubt } from '../failure-bodies.ts';
import type { MemoryItem } from '../memory-item.ts';

/** A pattern of failures, as lists show it. */
export interface FailureSummary {
  readonly pattern: MemoryItem;
  readonly variantCount: number;
  /** Of them, how many wait for a person and change nothing until then. */
  readonly waitingCount: number;
  readonly episodeCount: number;
  readonly lastSeenAtMs: number;
  /** What came of showing its variants, over all of them. */
  readonly outcomes: OutcomeCounts;
}

export interface FailureList {
  /** Last seen first. */
  readonly failures: readonly FailureSummary[];
  /** How many there are, shown or not. */
  readonly count: number;
}

export interface VariantView {
  readonly variant: MemoryItem;
  /** Latest first. */
  readonly episodes: readonly MemoryItem[];
  readonly outcomes: OutcomeCounts;
}

/** A pattern with all that hangs on it. */
export interface FailureView {
  readonly pattern: MemoryItem;
  /** Those that are shown to askers before those that are not, then the latest first. */
  readonly variants: readonly VariantView[];
}

/** A variant that may be another one, or contradicts it. */
export interface Doubt {
  readonly kind: VariantDoubt['kind'];
  /** The one that waits. */
  readonly variant: VariantView;
  /** The one it is about; absent when it was forgotten since. */
  readonly known?: VariantView;
}

export interface DoubtList {
  readonly doubts: readonly Doubt[];
}
