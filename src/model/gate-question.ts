import type { ItemId } from './memory-item.ts';
import type { RedactedText } from './redacted-text.ts';

/** The one question of the gate: its answer says which of the memories that come near is meant. */
export interface GateQuestion {
  readonly text: RedactedText;
  /** One for each memory that it separates, best first. Whoever gives an answer asks for its memory. */
  readonly answers: readonly { readonly words: RedactedText; readonly itemId: ItemId }[];
}
