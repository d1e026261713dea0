import type { OutcomeCounts } from '../decision.ts';
import type { EpisodeOutcome, VariantDoubt } from '../item-body.ts';
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
  /** Number of those of other repositories, where only those of here were asked for. */
  readonly elsewhere?: number;
}

/** Details of a failure beyond its output. May contain secrets. */
export interface FailureDetails {
  readonly symptom?: string | undefined;
  /** Default: the family that the output tells of. */
  readonly family?: string | undefined;
  readonly rootCause?: string | undefined;
  readonly preventionRule?: string | undefined;
  readonly verification?: string | undefined;
  /** Task during which it failed. */
  readonly context?: string | undefined;
  readonly appliesWhen?: readonly string[] | undefined;
  readonly notWhen?: readonly string[] | undefined;
  readonly validation?: { readonly command?: string; readonly exitCode?: number } | undefined;
  readonly outcome?: EpisodeOutcome | undefined;
  /** Files and functions that the fix changed: `src/io.py`, `src/io.py::Writer.write`. At most 400. */
  readonly changed?: readonly string[] | undefined;
  /** Earlier attempts that did not help. */
  readonly attempts?: readonly string[] | undefined;
}

/**
 * The result of recording a failure. `created`: pattern, variant and episode are new. `split`: a new variant of a known
 * pattern. `attached`: a new episode of a known variant. `known`: this exact record exists already. `needs_review`: it
 * may be a known variant, or contradicts one; a person decides, and the known variants are unchanged.
 */
export interface RecordedFailure {
  readonly kind: 'created' | 'split' | 'attached' | 'known' | 'needs_review';
  readonly pattern: MemoryItem;
  readonly variant: MemoryItem;
  readonly episode: MemoryItem;
  /** Secrets that were taken out, by kind. */
  readonly redactedSecrets: number;
}
