/**
 * Logistic weights of the confidence in a search and in a hit, by feature (`estimate-confidence.ts`). Fitted by `npm run
 * bench -- locate-foreign --fit` on half of the repositories, on their own questions and as many of other repositories
 * (docs/research/locate.md has the tables).
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

/** Increased whenever a feature or a weight changes. */
export const confidenceVersion = 2;

/** That one of the first ten hits changed a file that the queried change will also change. */
export const answerWeights: ConfidenceWeights = {
  constant: -4.47,
  strength: 2.03,
  coverage: 1.21,
  known: 1.91,
  terms: 1.65,
  titleTerms: 0.95,
  sharesIssue: 1.38,
  namesProject: 1.84,
};

/** That one of them did. */
export const hitWeights: ConfidenceWeights = {
  constant: -4.05,
  strength: 0.92,
  coverage: 1.58,
  known: 1.81,
  terms: 1.4,
  titleTerms: 0.27,
  sharesIssue: 3.17,
  namesProject: 1.04,
};
