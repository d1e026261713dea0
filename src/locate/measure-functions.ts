import type { IssueViews } from '../model/answers/file-location.ts';
import { compoundPrefix, termsOf } from '../text/terms.ts';
import type { CutFunction } from './cut-functions.ts';
import type { FunctionFeature } from './function-features.ts';
import type { FunctionTerms } from './function-terms.ts';
import { type FunctionScores, scoreFunctions } from './score-functions.ts';

/** A likely file that is cut into functions. */
export interface FileToCut {
  readonly path: string;
  /** Probability that the change touches it. */
  readonly confidence: number;
  /** Names of its symbols to look at first, best first. */
  readonly symbols: readonly string[];
  readonly terms: FunctionTerms;
}

/** A function with the values of its features. */
export interface MeasuredFunction {
  readonly file: FileToCut;
  readonly cut: CutFunction;
  readonly values: Readonly<Record<FunctionFeature, number>>;
}

/** A function of a file that counts as out of the question is not out of the question. */
const smallestConfidence = 0.001;
const largestConfidence = 0.95;

/** Features of all functions of some files, for one question. */
export function measureFunctions(
  files: readonly FileToCut[],
  views: IssueViews,
): { readonly functions: readonly MeasuredFunction[]; readonly scores: FunctionScores } {
  const cut = files.flatMap((file) => file.terms.functions.map((own) => ({ file, own })));
  const scores = scoreFunctions(
    files.map(({ terms }) => terms),
    views,
  );
  const titleTerms = new Set(termsOf(views.title));
  const best = { text: largest(scores.text), title: largest(scores.title) };
  const bestInFile = new Map<FileToCut, number>();
  for (const [at, { file }] of cut.entries())
    bestInFile.set(file, Math.max(bestInFile.get(file) ?? 0, scores.text[at] as number));
  const functions = cut.map(({ file, own }, at) => ({
    file,
    cut: own,
    values: {
      constant: 1,
      file: logOdds(file.confidence),
      siblings: Math.log(file.terms.functions.length),
      text: (scores.text[at] as number) / best.text,
      textInFile: (scores.text[at] as number) / (bestInFile.get(file) || 1),
      title: (scores.title[at] as number) / best.title,
      ...measureNames(own, file, titleTerms),
    },
  }));
  return { functions, scores };
}

function measureNames(
  { name, ownName }: CutFunction,
  { symbols }: FileToCut,
  titleTerms: ReadonlySet<string>,
) {
  const parts = termsOf(ownName).filter((term) => !term.startsWith(compoundPrefix));
  const place = symbols.indexOf(name);
  return {
    nameInTitle: parts.filter((term) => titleTerms.has(term)).length / Math.max(1, parts.length),
    symbol: place < 0 ? 0 : 1 / (1 + place),
  };
}

function largest(scores: Float64Array): number {
  return scores.reduce((most, score) => Math.max(most, score), 0) || 1;
}

function logOdds(confidence: number): number {
  const share = Math.min(largestConfidence, Math.max(smallestConfidence, confidence));
  return Math.log(share / (1 - share));
}
