import type { MatchEvidence } from './match-commits.ts';

/**
 * Probability that a matched commit bears on the query. PLACEHOLDER weights until the calibration run.
 */
export function estimateConfidence(evidence: MatchEvidence): number {
  return 1 / (1 + Math.exp(-(-2 + 3 * evidence.coverage + (evidence.sharesIssue ? 2 : 0))));
}
