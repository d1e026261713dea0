import type { MatchEvidence } from '../model/answers/commit-answers.ts';
import { predictLogistic } from '../numeric/fit-logistic.ts';
import { answerWeights, type ConfidenceWeights, hitWeights } from './confidence-weights.ts';

/** Upper limit: in the fit, the model was right in no more than this share of its surest hits. */
export const highestConfidence = 0.5;
/** Upper limit of the confidence in a search as a whole. */
export const highestAnswerConfidence = 0.95;

/** Number of hits that the confidence in a search is about. */
const judgedHits = 10;
/**
 * Bonus of a shared issue in the strength (`match-commits.ts`). It is subtracted here, because the shared issue has its
 * own weight.
 */
const issueStrength = 0.5;
const lowestStrength = 1e-3;
const lowestCoverage = 0.02;

/** Features of the logistic models, in the order of their weights. */
export function confidenceFeatures(evidence: MatchEvidence): readonly number[] {
  return [
    1,
    Math.log(Math.max(lowestStrength, strengthOfWords(evidence) * evidence.knownShare)),
    Math.log(Math.max(lowestCoverage, evidence.coverage)),
    evidence.knownShare,
    Math.log1p(evidence.termCount),
    Math.log1p(evidence.titleTermCount),
    evidence.sharesIssue ? 1 : 0,
    evidence.namesProject ? 1 : 0,
  ];
}

/**
 * Calibrated probability, 0–{@link highestConfidence}, that a matched commit is relevant: that it changed a file which the
 * queried change will also change.
 */
export function estimateConfidence(evidence: MatchEvidence): number {
  return isIssueAlone(evidence) ? highestConfidence : predict(hitWeights, evidence, highestConfidence);
}

/** Calibrated probability that one of the first ten hits is relevant. */
export function estimateAnswer(hits: readonly MatchEvidence[]): number {
  const evidence = strongestOf(hits.slice(0, judgedHits));
  if (evidence === undefined) return 0;
  return isIssueAlone(evidence)
    ? highestAnswerConfidence
    : predict(answerWeights, evidence, highestAnswerConfidence);
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

function predict(weights: ConfidenceWeights, evidence: MatchEvidence, highest: number): number {
  const probability = predictLogistic(listConfidenceWeights(weights), confidenceFeatures(evidence));
  return Math.min(highest, probability);
}

/** Weights in the order of the features. */
export function listConfidenceWeights(weights: ConfidenceWeights): readonly number[] {
  const { constant, strength, coverage, known, terms, titleTerms, sharesIssue, namesProject } = weights;
  return [constant, strength, coverage, known, terms, titleTerms, sharesIssue, namesProject];
}
