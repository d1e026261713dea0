/**
 * What speaks for a memory being the answer to a question in words, told of one passage of one memory: what several hold together
 * answers nothing. Each is comparable between questions and memories of any size.
 */
export interface AnswerEvidence {
  /** A question in the asker's words, or a statement in the words of what is sought. */
  readonly form: 'question' | 'statement';
  /** Telling words of the question: without stop words. */
  readonly wordCount: number;
  /** Rarity, summed over the telling words that the passage holds; each is 0–1. */
  readonly explained: number;
  /** The same of those that it does not hold. */
  readonly missing: number;
  /** Rarity, summed over the words that title, passage and tags tell beside what is asked; 0 of a statement, which is not judged by it. */
  readonly told: number;
  /** Share of all words of the question that the passage holds in the same order, 0–1. */
  readonly order: number;
  /** Pairs of neighbouring words that the question and the passage share, of all pairs of both, 0–1; all numbers are alike. */
  readonly phrases: number;
  /** The same, of the pairs of the passage. */
  readonly held: number;
  /** Rarity, summed over the words with which both begin. */
  readonly beginning: number;
  /** Runs of four letters within the telling words of the question that the passage has, 0–1: `caching` of "cached". */
  readonly spelling: number;
  /** Runs of four characters that both share, of all of both, 0–1: `npm test` and `pnpm test` are near. */
  readonly letters: number;
}

/** How likely the answer is among the memories at hand. */
export interface AnswerEstimate {
  /** Calibrated probability, 0–1 (`retrieval/estimate-answer.ts`). */
  readonly confidence: number;
  readonly evidence: AnswerEvidence;
}
