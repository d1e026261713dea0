import type { FailureProfile } from './failure.ts';
import type { EpisodeOutcome } from './failure-bodies.ts';
import type { MemoryItem } from './memory-item.ts';

/** The failure that a memory is about; undefined when it is about none. */
export function failureOf(body: MemoryItem['body']): FailureProfile | undefined {
  return body?.kind === 'variant' || body?.kind === 'episode' ? body.failure : undefined;
}

/** The failing command, as it was typed or else its family. */
export function failedCommandOf(body: MemoryItem['body']): string | undefined {
  return body?.kind === 'variant' || body?.kind === 'episode'
    ? (body.command ?? body.failure.command?.family)
    : undefined;
}

/** What more is known of a failure than its output tells. May hold secrets. */
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
}

/**
 * What became of a failure that was recorded. `created`: pattern, variant and episode are new. `split`: a new variant of a known
 * pattern. `attached`: a new episode of a known variant. `known`: all of it was recorded before. `needs_review`: it may be a
 * known variant, or contradicts one; a person decides, and nothing known has changed.
 */
export interface RecordedFailure {
  readonly kind: 'created' | 'split' | 'attached' | 'known' | 'needs_review';
  readonly pattern: MemoryItem;
  readonly variant: MemoryItem;
  readonly episode: MemoryItem;
  /** Secrets that were taken out, by kind. */
  readonly redactedSecrets: number;
}

/** How sure a match is. `match`: clear; `ambiguous`: several come near, or one nearly; `abstain`: none is near enough. */
export type MatchStatus = 'match' | 'ambiguous' | 'abstain';

/** What is known of the failure at hand, over all candidates. */
export interface FailureMatch {
  readonly status: MatchStatus;
  /** F(q, c) of the best candidate that may be shown, 0–1; 0 without any. */
  readonly topScore: number;
  /** How far it is ahead of the best other variant that says something else, 0–1 (RSCB-MC, Eq. 10). */
  readonly margin: number;
  /** Why, in words. */
  readonly reason: string;
}
