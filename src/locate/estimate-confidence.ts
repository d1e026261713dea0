import type { IssueViews, LocateStrengths } from '../model/answers/file-location.ts';
import { predictLogistic } from '../numeric/probabilities.ts';
import type { CodeFile, CodeSnapshot } from '../ports/repository-index.ts';
import { compoundPrefix, countTerms, measureInformation } from '../text/terms.ts';
import { candidatesOf } from './rank-files.ts';

/**
 * Logistic weights of the confidence in an answer and in a file, by feature. Fitted (`bench -- locate-foreign --fit` in
 * 1320b7ee) on half of the repositories, on their own questions and as many of other repositories (docs/research/locate.md).
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

/** Weights for: a file to change is among the first ten. */
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
const codeAnswerWeights: ConfidenceWeights = {
  constant: 1.04,
  share: 0.69,
  text: 3.07,
  past: 0,
  terms: 1.4,
  titleTerms: -0.63,
  definedNames: 2.09,
  namesProject: 1.44,
};

/** Weights for: the change touches one of the first ten files. */
const fileWeights: ConfidenceWeights = {
  constant: -0.21,
  share: 0.91,
  text: 1.1,
  past: 1.18,
  terms: 0.44,
  titleTerms: 0.13,
  definedNames: 0.4,
  namesProject: 0.52,
};

export interface ConfidenceEvidence extends LocateStrengths {
  /** Share of a file in the softmax over the likeliest files' scores. */
  readonly share: number;
}

/** Upper limit: evidence from words alone is never surer. */
const highestConfidence = 0.95;
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
 * @param evidence with the share of the first file
 * @param isYoung the history is too short to be heard
 */
export function estimateAnswer(evidence: ConfidenceEvidence, isYoung = false): number {
  return predict(isYoung ? codeAnswerWeights : answerWeights, evidence);
}

/** Weights for a file beside changed ones: its log odds for the text, and how often it changed with them. */
const secondWeights = { constant: 1.74, text: 0.7, together: 1.24 } as const;
/** Keeps the logarithm finite where files never changed together. */
const smallestTogether = 0.02;

/**
 * Probability that a file must be changed beside others that are.
 * @param together share of the commits of a changed file that changed it as well, 0–1
 */
export function estimateSecond(evidence: ConfidenceEvidence, together: number): number {
  const text = confidenceFeatures(evidence).reduce(
    (sum, value, at) => sum + value * (Object.values(fileWeights)[at] ?? 0),
    0,
  );
  const row = [1, text, Math.log(together + smallestTogether)];
  return Math.min(highestConfidence, predictLogistic(Object.values(secondWeights), row));
}

function predict(weights: ConfidenceWeights, evidence: ConfidenceEvidence): number {
  return Math.min(highestConfidence, predictLogistic(Object.values(weights), confidenceFeatures(evidence)));
}

const fewestSegments = 2;

type QuestionMeasures = Pick<
  LocateStrengths,
  'knownText' | 'definedNames' | 'namesProject' | 'namesFile' | 'termCount' | 'titleTermCount'
>;

/** Measures how a text relates to the code of a tree, not to one file. */
export function measureQuestion(views: IssueViews, code: CodeSnapshot): QuestionMeasures {
  const counts = countTerms(views.full);
  const frequency = (term: string) => code.postings('chunk', term)?.ordinals.length ?? 0;
  const { projectTerms, sources } = candidatesOf(code);
  const collection = { documentCount: code.chunkCount, documentFrequency: frequency };
  const { knownShare: knownText } = measureInformation(counts, collection);
  const defined = shareDefined(counts, code);
  return {
    knownText,
    ...(defined === undefined ? {} : { definedNames: defined }),
    namesProject: [...projectTerms].some((term) => counts.has(term)),
    namesFile: namesOneOf(sources, views),
    termCount: counts.size,
    titleTermCount: countTerms(views.title).size,
  };
}

/** A name alone, `utils.py`, is in many repositories. */
function namesOneOf(sources: readonly CodeFile[], { paths, frames }: IssueViews): boolean {
  const named = [...paths, ...frames].filter((path) => path.includes('/'));
  const ends = new Set(named.map((path) => path.split('/').slice(-fewestSegments).join('/')));
  return (
    ends.size > 0 && sources.some(({ path }) => ends.has(path.split('/').slice(-fewestSegments).join('/')))
  );
}

/** Share of the compound identifiers in a text that a file defines; often named ones weigh more. */
function shareDefined(counts: ReadonlyMap<string, number>, code: CodeSnapshot): number | undefined {
  let defined = 0;
  let total = 0;
  for (const [term, count] of counts) {
    if (!term.startsWith(compoundPrefix)) continue;
    const weight = 1 + Math.log(count);
    total += weight;
    if ((code.postings('definition', term)?.ordinals.length ?? 0) > 0) defined += weight;
  }
  return total > 0 ? defined / total : undefined;
}
