/**
 * Logistic weights of the confidence in a search and in a hit, by feature (`estimate-confidence.ts`). Fitted by `npm run
 * bench -- locate-foreign --fit` on half of the repositories, on their own questions and as many of other repositories
 * (docs/research/locate.md has the tables). Version 2: the first was made of three facts, and fitted elsewhere.
 */
export interface ConfidenceWeights {
  readonly constant: number;
  /** ln of the score ÷ that of a full match × the share of the query that messages know. */
  readonly strength: number;
  /** ln of the share of the query that the message has. */
  readonly coverage: number;
  /** Share of the query that messages know. */
  readonly known: number;
  /** ln(1 + terms), of the query and of its first line: many words match somewhere. */
  readonly terms: number;
  readonly titleTerms: number;
  readonly sharesIssue: number;
  readonly namesProject: number;
}

/** That one of the first ten hits changed a file that the queried change will also change. */
export const answerWeights: ConfidenceWeights = {
  constant: -3.17,
  strength: 2.08,
  coverage: 1.04,
  known: 1.62,
  terms: 1.32,
  titleTerms: 0.75,
  sharesIssue: 0.91,
  namesProject: 2.41,
};

/** That one of them did. */
export const hitWeights: ConfidenceWeights = {
  constant: -3.47,
  strength: 0.96,
  coverage: 1.41,
  known: 1.78,
  terms: 1.16,
  titleTerms: 0.17,
  sharesIssue: 2.27,
  namesProject: 1.62,
};
