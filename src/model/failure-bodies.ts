import type { ChangedPlace } from './changed-place.ts';
import type { FailureProfile } from './failure.ts';
import type { ItemId } from './item-id.ts';
import type { RedactedText } from './redacted-text.ts';

/**
 * A class of failures with one root cause (RSCB-MC, Eq. 6): what such a failure looks like, and what would have
 * prevented it. Unique within a scope. Its variants depend on it (`depends_on`). Never shown on its own.
 */
export interface PatternBody {
  readonly kind: 'pattern';
  /** Failure family, such as `import_error`: see `query/families/family-clues.ts`. */
  readonly family?: string;
  /** Class of root causes, such as `missing_python_module`. */
  readonly rootCause?: string;
  /** How it shows, in words. */
  readonly symptom: RedactedText;
  /** Rule that would have prevented it; offered before a failure (`afterwit guardrails`). */
  readonly preventionRule?: RedactedText;
}

/**
 * One form of a pattern, with its fix: the unit that is retrieved, shown and judged. The fix is the item's content.
 * Counts (shown, accepted, rejected, verified, wrong) are computed from outcomes and never stored here.
 */
export interface VariantBody {
  readonly kind: 'variant';
  readonly patternId: ItemId;
  /** The failure as it first occurred. */
  readonly failure: FailureProfile;
  /** The failing command line, redacted. */
  readonly command?: RedactedText;
  /** How it shows, in words. */
  readonly symptom?: RedactedText;
  /** What was being done when it failed. */
  readonly context?: RedactedText;
  /** How to check that the fix worked. */
  readonly verification?: RedactedText;
  /** When the fix applies, and when it does not, beyond what the failure itself says. */
  readonly appliesWhen?: readonly RedactedText[];
  readonly notWhen?: readonly RedactedText[];
  /**
   * The fix as the tools of a session showed it, without a word of prose. Written only by who reads transcripts; it is what an agent is
   * shown unasked while nobody confirmed the fix.
   */
  readonly seen?: RedactedText;
  /** Files and functions that the fix changed. */
  readonly changed?: readonly ChangedPlace[];
  /** Error lines of later episodes with other wording, newest last, at most 12; the variant is also found by them. */
  readonly alsoSeen?: readonly RedactedText[];
  /** Set while the variant waits for a person's decision; it affects no other variant until then. */
  readonly doubt?: VariantDoubt;
}

/** Why a variant waits for a person, and which known variant it concerns. */
export interface VariantDoubt {
  /** `merge`: it may be the same as the known variant. `contradiction`: it gives another fix for the same failure. */
  readonly kind: 'merge' | 'contradiction';
  readonly variantId: ItemId;
}

/** Whether the attempted fix made the failure go away. */
export type EpisodeOutcome = 'verified' | 'resolved' | 'unresolved';

/** The check that was run to see whether the fix worked. */
export interface Validation {
  /** Redacted command line. */
  readonly command?: RedactedText;
  readonly exitCode?: number;
}

/** One occurrence of a variant: the evidence for it. Depends on its variant (`depends_on`); never shown on its own. */
export interface EpisodeBody {
  readonly kind: 'episode';
  readonly variantId: ItemId;
  readonly failure: FailureProfile;
  readonly command?: RedactedText;
  readonly validation?: Validation;
  readonly outcome: EpisodeOutcome;
  /** What was tried before and did not help, in words. */
  readonly attempts?: readonly RedactedText[];
  /** Session of the agent, as the agent names it. */
  readonly session?: string;
}
