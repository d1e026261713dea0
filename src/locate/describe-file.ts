import type { FileVote } from '../model/commit-memory.ts';
import type { LocatedSymbol } from '../model/file-location.ts';
import type { IssueViews } from '../model/issue-views.ts';
import type { CodeSnapshot } from '../ports/code-index.ts';
import { termsOf } from '../text/terms.ts';
import type { RankedFile, RankingName } from './rank-files.ts';

const mostSymbols = 5;
const mostNamed = 3;
/** A place further down a ranking says too little to be told. */
const tellingRank = 20;

/** Why a file is thought to be meant, in words, the strongest reason first. */
export function describeEvidence(
  file: RankedFile,
  views: IssueViews,
  code: CodeSnapshot,
  votes: ReadonlyMap<string, FileVote>,
): readonly string[] {
  const vote = votes.get(file.path);
  const defined = namesDefined(file, views, code);
  const words: Partial<Record<RankingName, string>> = {
    traceback: 'stands in the traceback',
    namedPath: 'is named in the text',
    module: 'its module is named in the text',
    ...(vote === undefined
      ? {}
      : {
          pastFixes: `changed in ${vote.commits} similar past ${vote.commits === 1 ? 'commit' : 'commits'}`,
        }),
    ...(defined.length === 0
      ? {}
      : { definitions: `defines ${defined.map((name) => `\`${name}\``).join(', ')}` }),
    bestChunk: 'has code that is about this',
    title: 'matches the title as a whole',
    phrases: 'uses the same phrases',
    titleDefinitions: 'defines names of the title',
  };
  return [...file.ranks]
    .filter(([name, rank]) => rank <= tellingRank && words[name] !== undefined)
    .sort(([, a], [, b]) => a - b)
    .map(([name]) => words[name] as string);
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
): readonly LocatedSymbol[] {
  const words = new Set(termsOf(`${views.title}\n${views.code}`));
  const named = new Set(views.full.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  const chunkLine = file.bestChunk === undefined ? 0 : (code.chunkStartLines[file.bestChunk] ?? 0);
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
