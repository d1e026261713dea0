import { predictLogistic } from '../numeric/fit-logistic.ts';

/** What the confidence in a file is computed from. */
export interface ConfidenceEvidence {
  /** Its part of the softmax over the likeliest files' scores. */
  readonly share: number;
  /** How much the best chunk of all holds of the text, in full matches of it. */
  readonly textStrength: number;
  /** How much the past commit most like the title holds of it, in full matches of it. */
  readonly pastStrength: number;
}

/**
 * Logistic weights, one for each of {@link confidenceFeatures}; fitted by `bench locate-fit` on issues and, so that it can
 * be told when a text belongs elsewhere, on issues of other repositories.
 */
export const confidenceWeights = {
  constant: 0.96,
  share: 0.85,
  textStrength: 0.7,
  pastStrength: 0.42,
} as const;

/** Nothing read off words is surer than this. */
export const highestConfidence = 0.95;
/** Keep logarithms finite. */
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
