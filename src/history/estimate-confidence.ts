import type { MatchEvidence } from '../model/answers/commit-answers.ts';
import { predictLogistic } from '../numeric/probabilities.ts';

/**
 * Logistic weights of the confidence in a search and in a hit, by feature. Fitted by `npm run bench -- locate --part foreign` on
 * 17 repositories, on their own questions and as many of other repositories (docs/research/locate.md has the tables, with each
 * repository left out).
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

/** Weights for: one of the first ten hits changed a file that the queried change will also change. */
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

/** Weights for: this hit did. */
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

/** Upper limit: in the fit, the model was right in no more than this share of its surest hits. */
export const highestConfidence = 0.5;
/** Upper limit of the confidence in a search as a whole. */
export const highestAnswerConfidence = 0.95;

/** Number of hits that the confidence in a search is about. */
export const judgedHits = 10;
/**
 * Bonus of a shared issue in the strength (`match-commits.ts`). It is subtracted here, because the shared issue has its
 * own weight.
 */
const issueStrength = 0.5;
const lowestStrength = 1e-3;
const lowestCoverage = 0.02;

/** Features of the confidence in a hit, in the order of their weights. */
export function hitFeatures(evidence: MatchEvidence): readonly number[] {
  return [...sharedFeatures(evidence), Math.log1p(evidence.titleTermCount)];
}

/**
 * Features of the confidence in a search, in the order of their weights.
 * @param agreement see {@link estimateAnswer}
 */
export function answerFeatures(strongest: MatchEvidence, agreement: number): readonly number[] {
  return [...sharedFeatures(strongest), agreement];
}

function sharedFeatures(evidence: MatchEvidence): readonly number[] {
  return [
    1,
    Math.log(Math.max(lowestStrength, strengthOfWords(evidence) * evidence.knownShare)),
    Math.log(Math.max(lowestCoverage, evidence.coverage)),
    evidence.knownShare,
    Math.log1p(evidence.termCount),
    evidence.sharesIssue ? 1 : 0,
    evidence.namesProject ? 1 : 0,
  ];
}

/**
 * Calibrated probability, 0–{@link highestConfidence}, that a matched commit changed a file which the queried change will
 * also change.
 */
export function estimateConfidence(evidence: MatchEvidence): number {
  if (isIssueAlone(evidence)) return highestConfidence;
  const probability = predictLogistic(Object.values(hitWeights), hitFeatures(evidence));
  return Math.min(highestConfidence, probability);
}

/**
 * Calibrated probability that one of the first ten hits is relevant.
 * @param agreement of the files they changed (`vote-files.ts`)
 */
export function estimateAnswer(hits: readonly MatchEvidence[], agreement: number): number {
  const evidence = strongestOf(hits.slice(0, judgedHits));
  if (evidence === undefined) return 0;
  if (isIssueAlone(evidence)) return highestAnswerConfidence;
  const probability = predictLogistic(Object.values(answerWeights), answerFeatures(evidence, agreement));
  return Math.min(highestAnswerConfidence, probability);
}

/** The strongest of each fact among several hits of a query; each of several queries has its own. */
export function strongestOf(hits: readonly MatchEvidence[]): MatchEvidence | undefined {
  const [first] = hits;
  if (first === undefined) return undefined;
  const sharesIssue = hits.some((hit) => hit.sharesIssue);
  return {
    ...first,
    // The bonus of an issue is taken off again where it is a fact of its own.
    strength: Math.max(...hits.map(strengthOfWords)) + (sharesIssue ? issueStrength : 0),
    coverage: Math.max(...hits.map(({ coverage }) => coverage)),
    knownShare: Math.max(...hits.map(({ knownShare }) => knownShare)),
    sharesIssue,
    namesProject: hits.some(({ namesProject }) => namesProject),
  };
}

function strengthOfWords({ strength, sharesIssue }: MatchEvidence): number {
  return strength - (sharesIssue ? issueStrength : 0);
}

/**
 * For a query that is only an issue's name, every commit that names the issue is a full answer. The fit has no such
 * queries.
 */
function isIssueAlone({ sharesIssue, queryMass }: MatchEvidence): boolean {
  return sharesIssue && queryMass === 0;
}
