import { predictLogistic } from '../numeric/fit-logistic.ts';

/** Input of the confidence in a file. */
export interface ConfidenceEvidence {
  /** Its share of the softmax over the likeliest files' scores. */
  readonly share: number;
  /** Score of the best chunk for the text, divided by that of a full match. */
  readonly textStrength: number;
  /** Score of the past commit most similar to the title, divided by that of a full match. */
  readonly pastStrength: number;
}

/**
 * Logistic weights, one for each of {@link confidenceFeatures}; fitted by `bench locate-fit` on the repositories' own
 * issues and on issues of other repositories, so that unrelated texts get a low confidence.
 */
export const confidenceWeights = {
  constant: 0.96,
  share: 0.85,
  textStrength: 0.7,
  pastStrength: 0.42,
} as const;

/** Upper limit: evidence from words alone is never surer. */
export const highestConfidence = 0.95;
/** Lower limits that keep logarithms finite. */
const smallestShare = 1e-6;
const smallestTextStrength = 0.02;
const smallestPastStrength = 0.05;

/** Features of the logistic model, the constant first. */
export function confidenceFeatures(evidence: ConfidenceEvidence): readonly number[] {
  const share = Math.min(1 - smallestShare, Math.max(smallestShare, evidence.share));
  return [
    1,
    Math.log(share / (1 - share)),
    Math.log(Math.max(smallestTextStrength, evidence.textStrength)),
    Math.log(Math.max(smallestPastStrength, evidence.pastStrength)),
  ];
}

/** Probability that the change touches the file. */
export function estimateConfidence(evidence: ConfidenceEvidence): number {
  return Math.min(
    highestConfidence,
    predictLogistic(Object.values(confidenceWeights), confidenceFeatures(evidence)),
  );
}
