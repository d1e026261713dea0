/**
 * What speaks for a memory being the answer to a question in words. Neither part depends on the length of the question or on the
 * number of memories.
 */
export interface AnswerEvidence {
  /** Runs of four letters that question and memory share, weighted by rarity, of those of the one that has less, 0–1. */
  readonly letters: number;
  /** −ln of the number of unrelated memories of this length that would hold as much of the question by chance. */
  readonly surprise: number;
  /** Telling terms of the question that the memory holds, the rarest first. */
  readonly terms: readonly string[];
}

/** What is said of a memory: `likely` as a card, `perhaps` in a line, `nothing` not at all. */
export type AnswerLevel = 'likely' | 'perhaps' | 'nothing';

/** How likely a memory answers a question. */
export interface AnswerEstimate {
  /** Calibrated probability, 0–1 (`retrieval/estimate-answer.ts`). */
  readonly confidence: number;
  readonly level: AnswerLevel;
  readonly evidence: AnswerEvidence;
}
