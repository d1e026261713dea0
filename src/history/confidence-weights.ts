/**
 * Logistic weights of the confidence in a search and in a hit, by feature (`estimate-confidence.ts`). Fitted by `npm run
 * bench -- locate-foreign --fit` on 17 repositories, on their own questions and as many of other repositories
 * (docs/research/locate.md has the tables, with each repository left out). Version 3: the second was fitted on seven of them, knew
 * nothing of the files, and took a project's name from files that were once there.
 */
interface SharedWeights {
  readonly constant: number;
  /** ln of the score ÷ that of a full match × the share of the query that messages know. */
  readonly strength: number;
  /** ln of the share of the query that the message has. */
  readonly coverage: number;
  /** Share of the query that messages know. */
  readonly known: number;
  /** ln(1 + terms) of the query: many words match somewhere. */
  readonly terms: number;
  readonly sharesIssue: number;
  readonly namesProject: number;
}

interface AnswerWeights extends SharedWeights {
  /** Share of the votes of the hits that one file gets. */
  readonly agreement: number;
}

interface HitWeights extends SharedWeights {
  /** ln(1 + terms) of the query's first line. */
  readonly titleTerms: number;
}

/** That one of the first ten hits changed a file that the queried change will also change. */
export const answerWeights: AnswerWeights = {
  constant: -3.71,
  strength: 0.99,
  coverage: 1.37,
  known: 2.76,
  terms: 1.18,
  sharesIssue: 0.6,
  namesProject: 1.75,
  agreement: 2.47,
};

/** That one of them did. */
export const hitWeights: HitWeights = {
  constant: -4.84,
  strength: 0.48,
  coverage: 1.5,
  known: 2.24,
  terms: 1.19,
  sharesIssue: 2.47,
  namesProject: 0.69,
  titleTerms: 0.5,
};
