import type { IssueViews, LocatedSymbol } from '../model/answers/file-location.ts';
import { qualifiedName } from '../model/code.ts';
import type { CodeSnapshot } from '../ports/repository-index.ts';
import type { Bm25Term } from '../text/bm25.ts';
import { oncePerKey } from '../text/once.ts';
import { compoundPrefix, countTerms, inverseDocumentFrequency, termsOf, wordsByTerm } from '../text/terms.ts';
import { type Feature, type FeatureName, features } from './features.ts';
import type { RankedFile } from './rank-files.ts';
import { findFrame, findModule, findNamedPath, isCommonName } from './score-names.ts';

const mostSymbols = 5;
const mostNamed = 3;
const mostReasons = 4;
const fewestTitleWords = 2;
/** Reasons below this share of the strongest one are not mentioned. */
const tellingShare = 0.2;

/** Evidence about a file that was found on the way to its rank. */
interface FoundEvidence {
  readonly bestChunk: number | undefined;
  /** Terms of the chunk search. */
  readonly textTerms: readonly Bm25Term[];
  /** Number of commits similar to the title that changed it. */
  readonly similarCommits: number;
  /** Its text at the commit; undefined where it cannot be read. Only words that stand in it are quoted. */
  readonly content: string | undefined;
}

/** The reasons for the rank of a file in words, strongest first. Each is true of the file, and each quote is in it. */
export function describeEvidence(
  file: RankedFile,
  views: IssueViews,
  code: CodeSnapshot,
  found: FoundEvidence,
): readonly string[] {
  const said = sayWhat(file, views, code, found);
  const told = file.reasons.flatMap(([name, part]) => {
    const words = said[name] ?? (features[name] as Feature).words;
    return words === undefined || part <= 0 ? [] : [{ words, part }];
  });
  const strongest = told[0]?.part ?? 0;
  const telling = told.filter(({ part }) => part >= tellingShare * strongest);
  return [...new Set(telling.map(({ words }) => words))].slice(0, mostReasons);
}

/** Words for the evidence that can be shown in the file or in the text. */
function sayWhat(
  file: RankedFile,
  views: IssueViews,
  code: CodeSnapshot,
  { bestChunk, textTerms, similarCommits, content }: FoundEvidence,
): Partial<Record<FeatureName, string | undefined>> {
  const stretch = bestStretch(bestChunk, content, code);
  const titled = quoted('defines', namesDefined(file, views.title, code));
  return {
    bestChunk: quoted('its code has', wordsInCode(stretch, textTerms, wordsAsked(views), code.chunkCount)),
    title: sayShared(file, views.title, code),
    definitions: quoted('defines', namesDefined(file, `${views.title}\n${views.code}`, code)),
    titleSymbols: titled,
    titlePath: quoted('its path has', wordsInPath(file.path, views.title)),
    namedPath: quoted('the text names', [findNamedPath(file.path, views.paths)]),
    traceback: quoted('stands in the traceback as', [findFrame(file.path, views.frames)]),
    module: quoted('the text names its module', [findModule(file.path, views.dottedNames)]),
    similarToTitle:
      similarCommits === 0
        ? undefined
        : `changed in ${similarCommits} of the past commits nearest to the title`,
  };
}

/** Text of a file's best chunk; empty where there is none, or it cannot be read. */
export function bestStretch(
  bestChunk: number | undefined,
  content: string | undefined,
  code: CodeSnapshot,
): string {
  return bestChunk === undefined || content === undefined ? '' : chunkTextOf(content, bestChunk, code);
}

/** Words of a text by term, computed once for all files. */
const wordsAsked = oncePerKey(
  ({ full }: IssueViews) => wordsByTerm(full),
  new WeakMap<IssueViews, ReadonlyMap<string, string>>(),
);

function quoted(words: string, names: readonly (string | undefined)[]): string | undefined {
  const shown = names.flatMap((name) => (name === undefined ? [] : `\`${name}\``));
  return shown.length === 0 ? undefined : `${words} ${shown.join(', ')}`;
}

/** Few words of a title are in most files. */
function sayShared({ blob }: RankedFile, title: string, code: CodeSnapshot): string | undefined {
  const { shared, total } = countSharedWords(blob, title, code);
  if (total < fewestTitleWords || shared < total / 2) return undefined;
  return `has ${shared} of the ${total} words of the title, whatever their endings`;
}

/** Names that the file defines and that a text has. Names that many files define are not a reason. */
function namesDefined({ blob }: RankedFile, text: string, snapshot: CodeSnapshot): readonly string[] {
  const used = new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  const names = snapshot.outlineOf(blob).map(({ name }) => name);
  const found = [...new Set(names)].filter(
    (name) => used.has(name) && name.length > 2 && !isCommonName(snapshot, name),
  );
  return found.sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, mostNamed);
}

/** Symbols to look at first: those that the issue names, then those of the file's best chunk, then by shared words. */
export function findSymbols(
  file: RankedFile,
  views: IssueViews,
  code: CodeSnapshot,
  bestChunk: number | undefined,
): readonly LocatedSymbol[] {
  const words = new Set(termsOf(`${views.title}\n${views.code}`));
  const named = new Set(views.full.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  const chunkLine = bestChunk === undefined ? 0 : (code.chunkStartLines[bestChunk] ?? 0);
  return code
    .outlineOf(file.blob)
    .map((symbol) => {
      const shared = termsOf(symbol.name).filter((term) => words.has(term)).length;
      const isInChunk = chunkLine >= symbol.startLine && chunkLine <= symbol.endLine;
      const isNamed = named.has(symbol.name) && !isCommonName(code, symbol.name);
      return { symbol, weight: (isNamed ? 4 : 0) + (isInChunk ? 2 : 0) + shared };
    })
    .filter(({ weight }) => weight > 1)
    .sort((a, b) => b.weight - a.weight || a.symbol.startLine - b.symbol.startLine)
    .slice(0, mostSymbols)
    .map(({ symbol }) => ({ name: qualifiedName(symbol), kind: symbol.kind, line: symbol.startLine }));
}

const mostWords = 3;
/** Longer words are data, not words to read. */
const longestShown = 40;

/**
 * Words of a stretch of code that meet a question, as the code writes them, rarest first: `evict` for a question about
 * "evicting". The question's own spelling comes first where the code has it.
 * @param code text of the chunk
 * @param terms of the question
 * @param asked words of the question, by term
 */
export function wordsInCode(
  code: string,
  terms: readonly Bm25Term[],
  asked: ReadonlyMap<string, string>,
  chunkCount: number,
): readonly string[] {
  const written = wordsByTerm(code);
  const all = new Set(code.match(/[\p{L}\p{N}_]+/gu));
  const found = terms
    .filter(({ term }) => written.has(term))
    .map(({ term, weight, ordinals }) => {
      const own = asked.get(term) ?? '';
      const word = all.has(own) ? own : (written.get(term) ?? '');
      return { word, value: weight * inverseDocumentFrequency(ordinals.length, chunkCount) };
    })
    .filter(({ word }) => word.length <= longestShown)
    .sort((a, b) => b.value - a.value);
  return [...new Set(found.map(({ word }) => word))].slice(0, mostWords);
}

/** Words of a path that meet a text, as the path writes them. */
export function wordsInPath(path: string, text: string): readonly string[] {
  const asked = countTerms(text);
  const written = [...wordsByTerm(path.replace(/\.[^./]+$/, ''))];
  const shared = written.filter(([term]) => asked.has(term) && !term.startsWith(compoundPrefix));
  return [...new Set(shared.map(([, word]) => word))].slice(0, mostWords);
}

function chunkTextOf(text: string, chunk: number, { chunkBlobs, chunkStartLines }: CodeSnapshot): string {
  const isLast = chunkBlobs[chunk + 1] !== chunkBlobs[chunk];
  const end = isLast ? undefined : (chunkStartLines[chunk + 1] as number) - 1;
  return text
    .split('\n')
    .slice((chunkStartLines[chunk] as number) - 1, end)
    .join('\n');
}

/** Counts the different words of a title that a blob has, endings aside. */
function countSharedWords(
  blob: number,
  title: string,
  code: CodeSnapshot,
): { readonly shared: number; readonly total: number } {
  const terms = new Set(termsOf(title).filter((term) => !term.startsWith(compoundPrefix)));
  const first = code.chunkBlobs.indexOf(blob);
  const last = code.chunkBlobs.lastIndexOf(blob);
  const shared = [...terms].filter((term) => {
    const ordinals = code.postings('chunk', term)?.ordinals;
    return ordinals !== undefined && holdsBetween(ordinals, first, last);
  });
  return { shared: shared.length, total: terms.size };
}

/** @param ordinals ascending */
function holdsBetween(ordinals: Uint32Array, first: number, last: number): boolean {
  let low = 0;
  let high = ordinals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordinals[middle] as number) < first) low = middle + 1;
    else high = middle;
  }
  return low < ordinals.length && (ordinals[low] as number) <= last;
}
