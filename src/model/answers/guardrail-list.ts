import type { MemoryCard } from '../card.ts';
import type { MemoryItem } from '../memory-item.ts';
import type { RedactedText } from '../redacted-text.ts';
import type { ScoreTree } from '../score-tree.ts';

/** A rule that would have prevented failures like those that the work at hand may run into. */
export interface Guardrail {
  readonly rule: RedactedText;
  /** The pattern of failures that it prevents. */
  readonly pattern: MemoryItem;
  /** How near the work at hand is to those failures, 0–1, and what that is made of. */
  readonly nearness: ScoreTree;
  /** How often such a failure was recorded. */
  readonly episodeCount: number;
  readonly lastSeenAtMs: number;
}

export interface GuardrailList {
  /** Nearest first. */
  readonly guardrails: readonly Guardrail[];
  /** The same for an agent: a card each, and all of them as text, fenced as packs are. */
  readonly cards: readonly MemoryCard[];
  readonly text: string;
}
