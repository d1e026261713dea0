import type { LocatedSymbol } from '../model/answers/file-location.ts';
import type { IssueViews } from '../model/issue-views.ts';
import type { CodeSnapshot } from '../ports/code-index.ts';
import type { Bm25Term } from '../text/bm25.ts';
import { termsOf } from '../text/terms.ts';
import { type Feature, type FeatureName, features } from './features.ts';
import { wordsInChunk, wordsInPath } from './matched-words.ts';
import type { RankedFile } from './rank-files.ts';
import { isCommonName } from './score-symbols.ts';

const mostSymbols = 5;
const mostNamed = 3;
const mostReasons = 4;
/** Reasons below this share of the strongest one are not mentioned. */
const tellingShare = 0.2;

/** What was found out about a file on the way to its rank. */
interface FoundEvidence {
  /** Ordinal of its best chunk. */
  readonly bestChunk: number | undefined;
  /** Terms of the chunk search. */
  readonly textTerms: readonly Bm25Term[];
  /** Number of commits similar to the title that changed it. */
  readonly similarCommits: number;
}

/** Why a file is ranked, in words, strongest reason first. */
export function describeEvidence(
  file: RankedFile,
  views: IssueViews,
  code: CodeSnapshot,
  found: FoundEvidence,
): readonly string[] {
  const said = sayWhat(file, views, code, found);
  const telling = file.reasons.filter(([name]) => (features[name] as Feature).words !== undefined);
  const strongest = telling[0]?.[1] ?? 0;
  const words = telling
    .filter(([, part]) => part > 0 && part >= tellingShare * strongest)
    .flatMap(([name]) => said[name] ?? (features[name] as Feature).words ?? [])
    .filter((text) => text !== '');
  return [...new Set(words)].slice(0, mostReasons);
}

/** More specific words for a feature's evidence, if possible. */
function sayWhat(
  file: RankedFile,
  views: IssueViews,
  code: CodeSnapshot,
  { bestChunk, textTerms, similarCommits }: FoundEvidence,
): Partial<Record<FeatureName, string>> {
  const similar = `changed in ${similarCommits} similar past ${similarCommits === 1 ? 'commit' : 'commits'}`;
  const defined = namesDefined(file, views, code);
  const spoken =
    bestChunk === undefined ? [] : wordsInChunk(bestChunk, textTerms, views.full, code.chunkCount);
  const inPath = wordsInPath(file.path, views.title);
  return {
    ...(similarCommits > 0 ? { similarToTitle: similar, similarToText: similar } : {}),
    // Names that many files define are not a reason.
    definitions: defined.length > 0 ? `defines ${defined.map((name) => `\`${name}\``).join(', ')}` : '',
    ...(spoken.length > 0 ? { bestChunk: `its code mentions ${spoken.join(', ')}` } : {}),
    ...(inPath.length > 0 ? { titlePath: `its path contains ${inPath.join(', ')}` } : {}),
  };
}

/** Names that the file defines and that the issue's code or title contains. */
function namesDefined(
  { blob }: RankedFile,
  { code, title }: IssueViews,
  snapshot: CodeSnapshot,
): readonly string[] {
  const used = new Set(`${title}\n${code}`.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
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
    .map(({ symbol: { name, container, kind, startLine } }) => ({
      name: container === undefined ? name : `${container}.${name}`,
      kind,
      line: startLine,
    }));
}
