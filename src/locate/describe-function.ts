import type { IssueViews } from '../model/answers/file-location.ts';
import type { Bm25Term } from '../text/bm25.ts';
import { compoundPrefix, termsOf, wordsByTerm } from '../text/terms.ts';
import { type FunctionFeature, functionFeatureNames, functionFeatures } from './function-features.ts';
import { wordsInCode } from './matched-words.ts';
import type { RankedFunction } from './rank-functions.ts';

const mostReasons = 3;

/** What the functions of an answer are described by, computed once for all of them. */
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
 * Why a function is ranked, in words, strongest reason first. Every sentence is true of the function, and quotes stand in it.
 *
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
