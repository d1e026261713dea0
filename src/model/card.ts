import type { ItemId } from './memory-item.ts';
import type { RedactedText } from './redacted-text.ts';
import type { Scope } from './scope.ts';
import type { Trust } from './trust.ts';

/**
 * How much of a memory is told. `index`: what it says, in one line. `summary`: when it applies and what to do, a line each.
 * `selective_detail`: the card, with the passages that matter. `full_pack`: the card with the whole text.
 */
export const disclosures = ['index', 'summary', 'selective_detail', 'full_pack'] as const;
export type Disclosure = (typeof disclosures)[number];

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
  /** Another one that may say otherwise and is kept out of the same answer. */
  readonly otherwiseIn?: ItemId;
  /** The failure is the same as at hand but for this. */
  readonly caveat?: RedactedText;
  /** Set where what it is about changed since: the files, on one line. Shown to whoever asks alone. */
  readonly staleAbout?: RedactedText;
  /** Found by searching widely: nothing says that it is about the failure at hand. */
  readonly isUnverified?: true;
  /** It may answer and is told in one line: what it says, and which words speak for it. Shown to whoever asks alone. */
  readonly isPerhaps?: true;
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
