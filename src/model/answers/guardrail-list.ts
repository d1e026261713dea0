import type { MemoryCard } from '../card.ts';
import type { MemoryItem } from '../memory-item.ts';
import type { RedactedText } from '../redacted-text.ts';
import type { ScoreTree } from '../score-tree.ts';

/** A rule that would have prevented failures of the kind that the planned work may meet. */
export interface Guardrail {
  readonly rule: RedactedText;
  /** The pattern of failures that it prevents. */
  readonly pattern: MemoryItem;
  /** How close the planned work is to those failures, 0–1, with its parts. */
  readonly nearness: ScoreTree;
  /** How often such a failure was recorded. */
  readonly episodeCount: number;
  readonly lastSeenAtMs: number;
}

export interface GuardrailList {
  /** Nearest first. */
  readonly guardrails: readonly Guardrail[];
  /** The same rules for an agent. */
  readonly cards: readonly MemoryCard[];
  /** Constraints about the files of the work, as in a brief. */
  readonly constraints: readonly MemoryCard[];
  /** Constraints and rules as one fenced text, like a pack. */
  readonly text: string;
}
