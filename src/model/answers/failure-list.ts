import type { OutcomeCounts } from '../decision.ts';
import type { VariantDoubt } from '../failure-bodies.ts';
import type { MemoryItem } from '../memory-item.ts';

/** A pattern of failures, as lists show it. */
export interface FailureSummary {
  readonly pattern: MemoryItem;
  readonly variantCount: number;
  /** Number of its variants that wait for a person's decision. */
  readonly waitingCount: number;
  readonly episodeCount: number;
  readonly lastSeenAtMs: number;
  /** Outcomes of all its variants together. */
  readonly outcomes: OutcomeCounts;
}

export interface FailureList {
  /** Last seen first. */
  readonly failures: readonly FailureSummary[];
  /** Number of patterns in total, including those beyond the limit. */
  readonly count: number;
}

export interface VariantView {
  readonly variant: MemoryItem;
  /** Latest first. */
  readonly episodes: readonly MemoryItem[];
  readonly outcomes: OutcomeCounts;
}

/** A pattern with its variants and their episodes. */
export interface FailureView {
  readonly pattern: MemoryItem;
  /** Variants that recalls can show come first, then by date, latest first. */
  readonly variants: readonly VariantView[];
}

/** A variant that may be another one, or contradicts it. */
export interface Doubt {
  readonly kind: VariantDoubt['kind'];
  /** The variant that waits for a decision. */
  readonly variant: VariantView;
  /** The known variant in question; absent when it has been forgotten since. */
  readonly known?: VariantView;
}

export interface DoubtList {
  readonly doubts: readonly Doubt[];
}
