import type { MatchEvidence } from '../model/answers/commit-answers.ts';

/**
 * Weights of a logistic model: P(the commit changed a file that the queried change will also change). Fitted by `npm
 * run bench -- commits --fit`, on the issues of nine repositories and as many issues of *other* repositories, for which
 * no commit is right (docs/benchmarks.md has the reliability table).
 */
export const confidenceWeights = {
  intercept: -3.1419,
  logStrength: 2.17,
  logQueryMass: 0.9584,
  logMatchedTerms: 1.4497,
  sharesIssue: 2.4118,
} as const;

/** Upper limit: in the fit, the model was right in no more than this share of its surest answers. */
export const highestConfidence = 0.5;

/**
 * Bonus of a shared issue in the strength (`match-commits.ts`). It is subtracted here, because the shared issue has its
 * own weight.
 */
const failureStrength = 0.5;
const lowestStrength = 1e-3;

/** Feature values, in the order of {@link confidenceWeights}. */
export function confidenceFeatures(
  evidence: MatchEvidence,
): readonly [number, number, number, number, number] {
  const strength = evidence.strength - (evidence.sharesIssue ? failureStrength : 0);
  return [
    1,
    Math.log(Math.max(strength, lowestStrength)),
    Math.log1p(evidence.queryMass),
    Math.log1p(evidence.matchedTerms),
    evidence.sharesIssue ? 1 : 0,
  ];
}

/** Calibrated probability, 0–{@link highestConfidence}, that a matched commit is relevant to the query. */
export function estimateConfidence(evidence: MatchEvidence): number {
  // For a query that is only an issue's name, every commit that names the issue is a full answer. The fit has no such
  // queries.
  if (evidence.sharesIssue && evidence.queryMass === 0) return highestConfidence;
  const weights = Object.values(confidenceWeights);
  const score = confidenceFeatures(evidence).reduce(
    (sum, feature, position) => sum + feature * (weights[position] ?? 0),
    0,
  );
  return Math.min(highestConfidence, 1 / (1 + Math.exp(-score)));
}
