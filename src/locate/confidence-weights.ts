/**
 * Logistic weights of the confidence in an answer and in a file, by feature (`estimate-confidence.ts`). Fitted by `npm run
 * bench -- locate-foreign --fit` on half of the repositories, on their own questions and as many of other repositories
 * (docs/research/locate.md has the tables).
 */
export interface ConfidenceWeights {
  readonly constant: number;
  /** Log odds of the file's share of the softmax; in an answer, of the first file's. */
  readonly share: number;
  /** ln of the best chunk's strength × the share of the text that the code knows. */
  readonly text: number;
  /** ln of the best commit's strength × the share of the title that past messages know. */
  readonly past: number;
  /** ln(1 + terms), of the text and of its title: many words match somewhere. */
  readonly terms: number;
  readonly titleTerms: number;
  readonly definedNames: number;
  readonly namesProject: number;
  readonly namesFile: number;
}

/** Increased whenever a feature or a weight changes. */
export const confidenceVersion = 2;

/** That a file to change is among the first ten. */
export const answerWeights: ConfidenceWeights = {
  constant: -1.74,
  share: 0.67,
  text: 2.43,
  past: 2.64,
  terms: 1.06,
  titleTerms: 2.02,
  definedNames: 2.07,
  namesProject: 2.02,
  namesFile: 1,
};

/** The same where the history is too short to be heard. */
export const codeAnswerWeights: ConfidenceWeights = { ...answerWeights, past: 0 };

/** That the change touches one of the first ten files. */
export const fileWeights: ConfidenceWeights = {
  constant: -0.66,
  share: 0.89,
  text: 1.02,
  past: 1.37,
  terms: 0.44,
  titleTerms: 0.49,
  definedNames: 0.18,
  namesProject: 0.59,
  namesFile: 0.5,
};
