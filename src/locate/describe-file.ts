import type { LocatedSymbol } from '../model/file-location.ts';
import type { IssueViews } from '../model/issue-views.ts';
import type { CodeSnapshot } from '../ports/code-index.ts';
import { termsOf } from '../text/terms.ts';
import { type Feature, type FeatureName, features } from './features.ts';
import type { RankedFile } from './rank-files.ts';

const mostSymbols = 5;
const mostNamed = 3;
const mostReasons = 4;
/** What adds less than this share of the strongest reason says too little to be told. */
const tellingShare = 0.2;

/**
 * Why a file is thought to be meant, in words, the strongest reason first.
 *
 * @param similarCommits how many commits like the title changed it
 */
export function describeEvidence(
  file: RankedFile,
  views: IssueViews,
  code: CodeSnapshot,
  similarCommits: number,
): readonly string[] {
  const defined = namesDefined(file, views, code);
  const similar = `changed in ${similarCommits} similar past ${similarCommits === 1 ? 'commit' : 'commits'}`;
  const said: Partial<Record<FeatureName, string>> = {
    ...(similarCommits > 0 ? { similarToTitle: similar, similarToText: similar } : {}),
    ...(defined.length === 0
      ? {}
      : { definitions: `defines ${defined.map((name) => `\`${name}\``).join(', ')}` }),
  };
  const telling = file.reasons.filter(([name]) => (features[name] as Feature).words !== undefined);
  const strongest = telling[0]?.[1] ?? 0;
  const words = telling
    .filter(([, part]) => part > 0 && part >= tellingShare * strongest)
    .map(([name]) => said[name] ?? ((features[name] as Feature).words as string));
  return [...new Set(words)].slice(0, mostReasons);
}

/** Names the file defines that the issue's code or title uses, as written. */
function namesDefined(
  { blob }: RankedFile,
  { code, title }: IssueViews,
  snapshot: CodeSnapshot,
): readonly string[] {
  const used = new Set(`${title}\n${code}`.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  const names = snapshot.structureOf(blob).symbols.map(({ name }) => name);
  const found = [...new Set(names)].filter((name) => used.has(name) && name.length > 2);
  return found.sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, mostNamed);
}

/** Symbols of a file to look at first: those the issue names, then those of its best chunk, then by shared words. */
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
    .structureOf(file.blob)
    .symbols.map((symbol) => {
      const shared = termsOf(symbol.name).filter((term) => words.has(term)).length;
      const isInChunk = chunkLine >= symbol.startLine && chunkLine <= symbol.endLine;
      return { symbol, weight: (named.has(symbol.name) ? 4 : 0) + (isInChunk ? 2 : 0) + shared };
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
