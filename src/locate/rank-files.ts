import type { FileVote } from '../model/commit-memory.ts';
import type { IssueViews } from '../model/issue-views.ts';
import { fuseRankings } from '../numeric/reciprocal-rank-fusion.ts';
import { selectLargest } from '../numeric/select-largest.ts';
import type { CodeFile, CodeSnapshot } from '../ports/code-index.ts';
import { pathRole } from '../text/path-role.ts';
import { codeTerms } from './code-terms.ts';
import type { LocateSettings } from './options.ts';
import { scoreBigrams } from './score-bigrams.ts';
import { scoreChunks, scoreDefinitions, scoreFiles } from './score-chunks.ts';
import { scoreDottedNames, scoreFrames, scoreNamedPaths } from './score-paths.ts';

/**
 * Rankings that are fused, with their weights: the recipe that needs no training (research/locate), and three of its
 * features that cost nothing once the rest is there. What else was tried stands in docs/benchmarks.md.
 */
const rankingWeights = {
  /** Past commits like the title changed it. */
  pastFixes: 2,
  /** The same for the whole text. */
  pastChanges: 0.5,
  /** Its best definition is about the issue. */
  bestChunk: 2,
  /** It is about the title as a whole. */
  title: 1,
  /** It defines names that the issue's code uses. */
  definitions: 2,
  /** It defines names of the title. */
  titleDefinitions: 1,
  /** It has the issue's words next to each other. */
  phrases: 1,
  /** The issue names its path. */
  namedPath: 2,
  /** It stands in the traceback. */
  traceback: 2,
  /** The issue names its module. */
  module: 0.5,
} as const;

export type RankingName = keyof typeof rankingWeights;

export interface LocateRequest {
  readonly views: IssueViews;
  readonly code: CodeSnapshot;
  /** Votes of past commits that are like the title, and like the whole text. */
  readonly titleVotes: readonly FileVote[];
  readonly textVotes: readonly FileVote[];
  readonly settings: LocateSettings;
}

export interface RankedFile {
  readonly path: string;
  /** Ordinal of its blob. */
  readonly blob: number;
  /** Comparable within one question only. */
  readonly score: number;
  /** Place in each ranking that knows it, from 1. */
  readonly ranks: ReadonlyMap<RankingName, number>;
  /** Best-matching chunk, by ordinal; undefined when no chunk matches. */
  readonly bestChunk: number | undefined;
}

/** Longer rankings add nothing but noise: rank 1,000 is worth a hundredth of rank 1. */
const longestRanking = 1_000;
const auxiliarySegments = new Set(
  `docs doc examples example benchmarks benchmark asv_bench tools tool bin scripts script release extras build_tools
  galleries tutorials tutorial samples ci .github .circleci licenses`.split(/\s+/),
);
const auxiliaryFactor = 0.6;
/** For files in a language that is rare in this tree. */
const rareLanguageFactor = 0.5;
const rareLanguageShare = 0.2;

/** Non-test source files of a tree by how likely an issue's fix changes them, best first. */
export function rankFiles(request: LocateRequest): readonly RankedFile[] {
  const files = request.code.files.filter(({ path }) => pathRole(path) === 'source');
  const { rankings, bestChunks } = rankEach(request, files);
  const fused = fuseRankings(
    Object.entries(rankings).map(([name, candidates]) => ({
      candidates,
      weight: rankingWeights[name as RankingName],
    })),
  );
  const factors = priorFactors(files);
  const places = new Map(
    Object.entries(rankings).map(([name, order]) => [
      name as RankingName,
      new Map(order.map((file, index) => [file, index + 1])),
    ]),
  );
  return [...fused]
    .map(([file, score]) =>
      describe(files[file] as CodeFile, file, score * (factors[file] ?? 1), places, bestChunks),
    )
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

function describe(
  { path, blob }: CodeFile,
  file: number,
  score: number,
  places: ReadonlyMap<RankingName, ReadonlyMap<number, number>>,
  bestChunks: Uint32Array,
): RankedFile {
  const ranks = new Map<RankingName, number>();
  for (const [name, order] of places) {
    const rank = order.get(file);
    if (rank !== undefined) ranks.set(name, rank);
  }
  return { path, blob, score, ranks, bestChunk: ranks.has('bestChunk') ? bestChunks[blob] : undefined };
}

/** Each ranking as positions in `files`, best first. */
function rankEach(
  { views, code, titleVotes, textVotes, settings }: LocateRequest,
  files: readonly CodeFile[],
): { readonly rankings: Record<RankingName, readonly number[]>; readonly bestChunks: Uint32Array } {
  const { chunkCount, blobCount } = code;
  const terms = (field: 'chunk' | 'definition', text: string) =>
    codeTerms(code, field, text, field === 'chunk' ? chunkCount : blobCount, settings.termLimit);
  const byBlob = (scores: Float64Array) => rank(files.map(({ blob }) => scores[blob] ?? 0));
  const byPath = new Map(files.map(({ path }, file) => [path, file]));
  const byVotes = (votes: readonly FileVote[]) => votes.flatMap(({ path }) => byPath.get(path) ?? []);
  const chunks = scoreChunks(code, terms('chunk', views.full));
  const blobs = [...new Set(files.map(({ blob }) => blob))];
  const rankings = {
    pastFixes: byVotes(titleVotes),
    pastChanges: byVotes(textVotes),
    bestChunk: byBlob(chunks.scores),
    title: byBlob(scoreFiles(code, terms('chunk', views.title))),
    definitions: byBlob(scoreDefinitions(code, terms('definition', views.code))),
    titleDefinitions: byBlob(scoreDefinitions(code, terms('definition', views.title))),
    phrases: byBlob(scoreBigrams(code, views.full, blobs)),
    namedPath: rank(scoreNamedPaths(files, views.paths)),
    traceback: rank(scoreFrames(files, views.frames)),
    module: rank(scoreDottedNames(files, views.dottedNames)),
  };
  return { rankings, bestChunks: chunks.bestChunks };
}

function rank(scores: ArrayLike<number>): readonly number[] {
  return selectLargest(scores, longestRanking);
}

/** What a path alone says against a file: beside the product, or in a language the product is not written in. */
function priorFactors(files: readonly CodeFile[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(extensionOf(path), (counts.get(extensionOf(path)) ?? 0) + 1);
  const most = Math.max(1, ...counts.values());
  return files.map(({ path }) => {
    const segments = path.toLowerCase().split('/');
    const isAuxiliary =
      segments.slice(0, -1).some((segment) => auxiliarySegments.has(segment)) || path === 'setup.py';
    const isRare = (counts.get(extensionOf(path)) ?? 0) < rareLanguageShare * most;
    return (isAuxiliary ? auxiliaryFactor : 1) * (isRare ? rareLanguageFactor : 1);
  });
}

function extensionOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? '';
}
