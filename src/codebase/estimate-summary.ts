import type { SummaryHit } from '../model/answers/file-location.ts';

/** What is known of a summary that was found. */
interface SummaryEvidence extends Pick<SummaryHit, 'score' | 'coverage'> {
  /** 0 for the best. */
  readonly rank: number;
}

/**
 * Of a logistic model: whether the fix of an issue changed the file, by the summaries that its title found at the commit before. Fitted on 90 titles of
 * nine repositories, judged on each repository left out (docs/research/recall.md).
 */
const weights = { intercept: -5.84, coverage: 1.61, score: 1.58, rank: -0.64 } as const;

/** Calibrated probability, 0–1, that what was asked changes the file. */
export function estimateSummary({ coverage, score, rank }: SummaryEvidence): number {
  const logit =
    weights.intercept +
    weights.coverage * coverage +
    weights.score * Math.log1p(score) +
    weights.rank * Math.log1p(rank);
  return 1 / (1 + Math.exp(-logit));
}
