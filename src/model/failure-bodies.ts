import type { FailureProfile } from './failure.ts';
import type { ItemId } from './item-id.ts';
import type { RedactedText } from './redacted-text.ts';

/**
 * A class of failures with one root cause (RSCB-MC, Eq. 6): what such a failure looks like, and what would have prevented
 * it. Unique within a scope. Its variants depend on it (`depends_on`). Never shown by itself.
 */
export interface PatternBody {
  readonly kind: 'pattern';
  /** Failure family, such as `import_error`: see `query/families/families.ts`. */
  readonly family?: string;
  /** Class of root causes, such as `missing_python_module`. */
  readonly rootCause?: string;
  /** How it shows, in words. */
  readonly symptom: RedactedText;
  /** Rule that would have prevented it; offered before a failure (`afterwit guardrails`). */
  readonly preventionRule?: RedactedText;
}

/**
 * One way in which a pattern occurs, with the fix for it: the unit that is retrieved, shown and judged. The fix is the item's
 * content; how often it was shown, accepted, rejected, verified and wrong is counted from outcomes, never written here.
 */
export interface VariantBody {
  readonly kind: 'variant';
  readonly patternId: ItemId;
  /** The failure as it was first met. */
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
  /** Error lines of later episodes that read differently, newest last, at most 12: it is found by them too. */
  readonly alsoSeen?: readonly RedactedText[];
  /** There while a person must say what it is: it changes nothing until then. */
  readonly doubt?: VariantDoubt;
}

/** Why a variant waits for a person, and which known one it is about. */
export interface VariantDoubt {
  /** `merge`: it may be the same as the known one. `contradiction`: for the same failure it says something else. */
  readonly kind: 'merge' | 'contradiction';
  readonly variantId: ItemId;
}

/** Whether what was done made the failure go away. */
export type EpisodeOutcome = 'verified' | 'resolved' | 'unresolved';

/** What was run to see whether the fix worked. */
export interface Validation {
  /** Redacted command line. */
  readonly command?: RedactedText;
  readonly exitCode?: number;
}

/** One time that a variant was met: the evidence. Depends on its variant (`depends_on`); never shown by itself. */
export interface EpisodeBody {
  readonly kind: 'episode';
  readonly variantId: ItemId;
  readonly failure: FailureProfile;
  readonly command?: RedactedText;
  readonly validation?: Validation;
  readonly outcome: EpisodeOutcome;
  /** Session of the agent, as the agent names it. */
  readonly session?: string;
}
