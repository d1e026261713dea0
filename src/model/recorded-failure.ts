import type { FailureProfile } from './failure.ts';
import type { EpisodeOutcome } from './failure-bodies.ts';
import type { MemoryItem } from './memory-item.ts';

/** The failure that a memory is about; undefined when it is about none. */
export function failureOf(body: MemoryItem['body']): FailureProfile | undefined {
  return body?.kind === 'variant' || body?.kind === 'episode' ? body.failure : undefined;
}

/** The failing command line as typed; its family when the line is unknown. */
export function failedCommandOf(body: MemoryItem['body']): string | undefined {
  return body?.kind === 'variant' || body?.kind === 'episode'
    ? (body.command ?? body.failure.command?.family)
    : undefined;
}

/** Details of a failure beyond its output. May contain secrets. */
export interface FailureDetails {
  readonly symptom?: string | undefined;
  /** Default: the family that the output tells of. */
  readonly family?: string | undefined;
  readonly rootCause?: string | undefined;
  readonly preventionRule?: string | undefined;
  readonly verification?: string | undefined;
  /** What was being done when it failed. */
  readonly context?: string | undefined;
  readonly appliesWhen?: readonly string[] | undefined;
  readonly notWhen?: readonly string[] | undefined;
  readonly validation?: { readonly command?: string; readonly exitCode?: number } | undefined;
  readonly outcome?: EpisodeOutcome | undefined;
  /** Files and functions that the fix changed: `src/io.py`, `src/io.py::Writer.write`. At most 400. */
  readonly changed?: readonly string[] | undefined;
  /** What was tried before and did not help. */
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

/**
 * How sure a match is. `match`: one clear candidate; `ambiguous`: several close candidates, or one just below the
 * threshold; `abstain`: no candidate is close enough.
 */
export type MatchStatus = 'match' | 'ambiguous' | 'abstain';

/** How well the memory knows the queried failure, judged over all candidates. */
export interface FailureMatch {
  readonly status: MatchStatus;
  /** F(q, c) of the best candidate that may be shown, 0–1; 0 when there is none. */
  readonly topScore: number;
  /** Its lead over the best variant with another fix, 0–1 (RSCB-MC, Eq. 10). */
  readonly margin: number;
  /** Why, in words. */
  readonly reason: string;
}
