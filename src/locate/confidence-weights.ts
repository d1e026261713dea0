/**
 * Logistic weights of the confidence in an answer and in a file, by feature (`estimate-confidence.ts`). Fitted by `npm run
 * bench -- locate-foreign --fit` on half of the repositories, on their own questions and as many of other repositories
 * (docs/research/locate.md has the tables). Version 2: the first was made of three facts, and fitted elsewhere.
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
}

/** That a file to change is among the first ten. */
export const answerWeights: ConfidenceWeights = {
  constant: -0.48,
  share: 0.61,
  text: 2.37,
  past: 2.08,
  terms: 0.94,
  titleTerms: 1.14,
  definedNames: 2.11,
  namesProject: 1.62,
};

/** The same where the history is too short to be heard. */
export const codeAnswerWeights: ConfidenceWeights = {
  constant: 1.04,
  share: 0.69,
  text: 3.07,
  past: 0,
  terms: 1.4,
  titleTerms: -0.63,
  definedNames: 2.09,
  namesProject: 1.44,
};

/** That the change touches one of the first ten files. */
export const fileWeights: ConfidenceWeights = {
  constant: -0.21,
  share: 0.91,
  text: 1.1,
  past: 1.18,
  terms: 0.44,
  titleTerms: 0.13,
  definedNames: 0.4,
  namesProject: 0.52,
};
