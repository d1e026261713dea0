import type { IssueViews } from '../model/answers/file-location.ts';
import { predictLogistic } from '../numeric/probabilities.ts';
import type { Bm25Term } from '../text/bm25.ts';
import { compoundPrefix, termsOf, wordsByTerm } from '../text/terms.ts';
import type { CutFunction } from './cut-functions.ts';
import { wordsInCode } from './describe-file.ts';
import { type FunctionScores, type FunctionTerms, scoreFunctions } from './score-functions.ts';

/**
 * Features of a function, in the order of their weights: log odds that the change touches it. Weights are fitted on
 * issues of ten repositories; `bench -- locate --part functions` judges them (docs/research/locate.md).
 */
const functionFeatures = {
  /** The feature 1. */
  constant: -5,
  /** Log odds of the file's confidence. */
  file: 0.36,
  /** ln(functions of the file): where there are many, each is less likely. */
  siblings: -0.46,
  /** BM25 of the whole text, ÷ the best function's of all files. */
  text: 1.2,
  /** BM25 of the whole text, ÷ the best function's of its own file: files of hard words do not drown the others. */
  textInFile: 2.56,
  /** BM25 of the title, ÷ the best function's of all files. */
  title: 1.24,
  /** Share of its name's words that the title has. */
  nameInTitle: 0.84,
  /** 1 ÷ place among the file's symbols to look at first: those that the text names, then the best chunk's. */
  symbol: 0.88,
} as const satisfies Readonly<Record<string, number>>;

export type FunctionFeature = keyof typeof functionFeatures;

export const functionFeatureNames = Object.keys(functionFeatures) as readonly FunctionFeature[];

export interface FileToCut {
  readonly path: string;
  /** Probability that the change touches it. */
  readonly confidence: number;
  /** Names of its symbols to look at first, best first. */
  readonly symbols: readonly string[];
  readonly terms: FunctionTerms;
}

interface MeasuredFunction {
  readonly file: FileToCut;
  readonly cut: CutFunction;
  readonly values: Readonly<Record<FunctionFeature, number>>;
}

/** A function of a file that counts as out of the question is not out of the question. */
const smallestConfidence = 0.001;
const largestConfidence = 0.95;

/** Features of all functions of some files, for one question. */
function measureFunctions(files: readonly FileToCut[], views: IssueViews) {
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

/** A function with the probability that the change touches it. */
export interface RankedFunction extends MeasuredFunction {
  readonly confidence: number;
}

const shippedWeights: readonly number[] = functionFeatureNames.map((name) => functionFeatures[name]);

/** The functions of some files, likeliest first. None is likelier than its file: a change of it changes the file. */
export function rankFunctions(
  files: readonly FileToCut[],
  views: IssueViews,
): { readonly functions: readonly RankedFunction[]; readonly scores: FunctionScores } {
  const { functions, scores } = measureFunctions(files, views);
  const ranked = functions.map((measured) => ({
    ...measured,
    confidence: Math.min(
      measured.file.confidence,
      predictLogistic(
        shippedWeights,
        functionFeatureNames.map((name) => measured.values[name]),
      ),
    ),
  }));
  return { functions: ranked.toSorted((a, b) => b.confidence - a.confidence), scores };
}

const mostReasons = 3;

/** Facts that describe the functions of an answer, computed once for all of them. */
interface AskedWords {
  /** Terms of the text that stand in one of the functions. */
  readonly terms: readonly Bm25Term[];
  readonly functionCount: number;
  /** Words of the text by term. */
  readonly words: ReadonlyMap<string, string>;
  /** Names that the text has, as written. */
  readonly named: ReadonlySet<string>;
  readonly titleTerms: ReadonlySet<string>;
}

export function askedWords(views: IssueViews, terms: readonly Bm25Term[], functionCount: number): AskedWords {
  const titleTerms = termsOf(views.title).filter((term) => !term.startsWith(compoundPrefix));
  return {
    terms,
    functionCount,
    words: wordsByTerm(views.full),
    named: new Set(views.full.match(/[\p{L}_][\p{L}\p{N}_]*/gu)),
    titleTerms: new Set(titleTerms),
  };
}

/**
 * The reasons for the rank of a function in words, strongest first. Each is true of the function, and each quote is in it.
 * @param text of the function, or its beginning
 */
export function describeFunction(
  found: RankedFunction,
  text: string,
  question: AskedWords,
): readonly string[] {
  const partOf = (name: FunctionFeature) => functionFeatures[name] * found.values[name];
  const said = sayWhat(found, text, question);
  const told = functionFeatureNames
    .filter((name) => partOf(name) > 0)
    .toSorted((a, b) => partOf(b) - partOf(a))
    .flatMap((name) => said[name] ?? []);
  return [...new Set(told)].slice(0, mostReasons);
}

function sayWhat(
  { cut: { ownName, container } }: RankedFunction,
  text: string,
  { terms, functionCount, words, named, titleTerms }: AskedWords,
): Partial<Record<FunctionFeature, string | undefined>> {
  const code = quoted('its code has', wordsInCode(text, terms, words, functionCount));
  const sharesName = [...wordsByTerm(ownName).keys()].some((term) => titleTerms.has(term));
  return {
    text: code,
    textInFile: code,
    title: code,
    nameInTitle: sharesName ? 'its name has words of the title' : undefined,
    symbol: sayNamed(ownName, container, named),
  };
}

function sayNamed(
  ownName: string,
  container: string | undefined,
  named: ReadonlySet<string>,
): string | undefined {
  if (named.has(ownName)) return quoted('the text names', [ownName]);
  const owner = container?.split('.').at(-1) ?? '';
  return named.has(owner) ? `the text names \`${owner}\`, to which it belongs` : undefined;
}

function quoted(words: string, names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `${words} ${names.map((name) => `\`${name}\``).join(', ')}`;
}

/**
 * Probability that a change touched a function that is to be changed now: 1 − ∏ (1 − P(function)) over its functions.
 * Those of one file are not independent, so this promises a little too much where many are likely.
 */
export function chanceOfTouch(confidences: readonly number[]): number {
  return 1 - confidences.reduce((none, confidence) => none * (1 - confidence), 1);
}
