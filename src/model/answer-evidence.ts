/**
 * What speaks for the answer to a question in words being among the memories that fit it best. Each is comparable between
 * questions and memories of any size.
 */
export interface AnswerEvidence {
  /** A question in the asker's words, or a statement in the words of what is sought. */
  readonly form: 'question' | 'statement';
  /** Telling words of the question: without stop words. */
  readonly wordCount: number;
  /** Share of the question's telling words that any memory holds, weighted by rarity, 0–1. */
  readonly known: number;
  /** The same that the best memory holds. */
  readonly coverage: number;
  /** Share of the rarest five telling words that the best memory holds, 0–1. */
  readonly rare: number;
  /** Share of all words of the question that the best passage holds in the same order, 0–1. */
  readonly order: number;
  /** Pairs of neighbouring words that the question and the best passage share, of all pairs of both, 0–1. */
  readonly phrases: number;
}

/** How likely the answer is among the memories at hand. */
export interface AnswerEstimate {
  /** Calibrated probability, 0–1 (`retrieval/estimate-answer.ts`). */
  readonly confidence: number;
  readonly evidence: AnswerEvidence;
}
