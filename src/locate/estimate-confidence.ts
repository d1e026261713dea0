import type { LocateStrengths } from '../model/answers/file-location.ts';
import { predictLogistic } from '../numeric/fit-logistic.ts';
import {
  answerWeights,
  type ConfidenceWeights,
  codeAnswerWeights,
  fileWeights,
} from './confidence-weights.ts';

/** Input of a confidence. */
export interface ConfidenceEvidence extends LocateStrengths {
  /** Share of a file in the softmax over the likeliest files' scores. */
  readonly share: number;
}

/** Upper limit: evidence from words alone is never surer. */
export const highestConfidence = 0.95;
/** Lower limits that keep logarithms finite. */
const smallestShare = 1e-6;
const smallestStrength = 0.01;
/** Stands for the share of defined names in a text without names. */
const withoutNames = 0.2;

/** Features of the logistic models, in the order of their weights. */
export function confidenceFeatures(evidence: ConfidenceEvidence): readonly number[] {
  const share = Math.min(1 - smallestShare, Math.max(smallestShare, evidence.share));
  return [
    1,
    Math.log(share / (1 - share)),
    Math.log(Math.max(smallestStrength, evidence.textStrength * evidence.knownText)),
    Math.log(Math.max(smallestStrength, evidence.pastStrength * evidence.knownTitle)),
    Math.log1p(evidence.termCount),
    Math.log1p(evidence.titleTermCount),
    evidence.definedNames ?? withoutNames,
    evidence.namesProject ? 1 : 0,
  ];
}

/** Probability that the change touches a file. */
export function estimateConfidence(evidence: ConfidenceEvidence): number {
  return predict(fileWeights, evidence);
}

/**
 * Probability that a file to change is among the first ten.
 *
 * @param evidence with the share of the first file
 * @param isYoung the history is too short to be heard
 */
export function estimateAnswer(evidence: ConfidenceEvidence, isYoung = false): number {
  return predict(isYoung ? codeAnswerWeights : answerWeights, evidence);
}

function predict(weights: ConfidenceWeights, evidence: ConfidenceEvidence): number {
  return Math.min(
    highestConfidence,
    predictLogistic(listConfidenceWeights(weights), confidenceFeatures(evidence)),
  );
}

/** Weights in the order of the features. */
export function listConfidenceWeights(weights: ConfidenceWeights): readonly number[] {
  const { constant, share, text, past, terms, titleTerms, definedNames, namesProject } = weights;
  return [constant, share, text, past, terms, titleTerms, definedNames, namesProject];
}
