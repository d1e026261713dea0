import type { ItemId } from './memory-item.ts';
import type { RedactedText } from './redacted-text.ts';
import type { Scope } from './scope.ts';
import type { Trust } from './trust.ts';

/** The shortest form of a memory that still helps (CICL, Section on memory cards). */
export interface MemoryCard {
  readonly itemId: ItemId;
  /** When it applies. */
  readonly trigger: RedactedText;
  /** What it rests on. */
  readonly evidence: RedactedText;
  /** What to do; begins with a verb. */
  readonly actionHint: RedactedText;
  readonly failureIfIgnored: RedactedText;
  readonly scope: Scope;
  /** Who said it, how far that speaker is trusted, and when it was last confirmed (ISO 8601 date). */
  readonly provenance: { readonly principal: string; readonly trust: Trust; readonly confirmedOn: string };
  /** What took its place; it is shown beside that. */
  readonly supersededById?: ItemId;
  /** Estimated usefulness, 0–1. */
  readonly utility: number;
  readonly tokens: number;
}

/** Cards as they enter an agent's context. */
export interface Pack {
  readonly cards: readonly MemoryCard[];
  /** Fenced and typed; empty without cards. */
  readonly text: string;
  readonly tokens: number;
  readonly budgetTokens: number;
}
