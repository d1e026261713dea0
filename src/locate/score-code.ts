import type { IssueViews } from '../model/answers/file-location.ts';
import { largestOf } from '../numeric/largest-of.ts';
import { selectLargest } from '../numeric/select-largest.ts';
import type { CodeField, CodeFile, CodeSnapshot } from '../ports/repository-index.ts';
import { type Bm25Term, fullMatchScore } from '../text/bm25.ts';
import { selectTerms } from '../text/select-terms.ts';
import { countTerms } from '../text/terms.ts';
import { type Candidates, candidatesOf } from './candidates.ts';
import type { FeatureValues, PastFeatureName } from './features.ts';
import { scoreBigrams } from './score-bigrams.ts';
import { chunkCollection, scoreChunks, scoreDefinitions, scoreFiles } from './score-chunks.ts';
import { scorePathWords } from './score-path-words.ts';
import { scoreDottedNames, scoreFrames, scoreNamedPaths } from './score-paths.ts';
import { scoreSymbols } from './score-symbols.ts';

/** Scores of the code for an issue, before the history is used. */
export interface CodeScores {
  readonly values: Omit<FeatureValues, PastFeatureName>;
  /** Ordinal of the best chunk, by blob. */
  readonly bestChunks: Uint32Array;
  /** Weight of each test of {@link Candidates.tests} for the issue; the best 15 add up to 1, the others have 0. */
  readonly testWeights: Float64Array;
  /** Score of the best chunk for the text, divided by that of a full match. */
  readonly textStrength: number;
  /** Terms of the text used in the chunk search. */
  readonly textTerms: readonly Bm25Term[];
}

export function scoreCode(views: IssueViews, code: CodeSnapshot, termLimit: number): CodeScores {
  const candidates = candidatesOf(code);
  const { sources, blobs } = candidates;
  const terms = (field: 'chunk' | 'definition', text: string) =>
    codeTerms(code, field, text, field === 'chunk' ? code.chunkCount : code.blobCount, termLimit);
  const bySource = (scores: Float64Array) => scoresOf(sources, scores);
  const fullTerms = terms('chunk', views.full);
  const chunks = scoreChunks(code, fullTerms);
  const whole = scoreFiles(code, fullTerms);
  const bestChunk = bySource(chunks.scores);
  return {
    values: {
      bestChunk,
      title: bySource(scoreFiles(code, terms('chunk', views.title))),
      phrases: bySource(scoreBigrams(code, views.full, blobs)),
      definitions: bySource(scoreDefinitions(code, terms('definition', views.code))),
      titleDefinitions: bySource(scoreDefinitions(code, terms('definition', views.title))),
      titleSymbols: bySource(scoreSymbols(code, views.title)),
      titlePath: scorePathWords(candidates, views.title),
      namedPath: scoreNamedPaths(sources, views.paths),
      traceback: scoreFrames(sources, views.frames),
      module: scoreDottedNames(candidates.modules, sources.length, views.dottedNames),
      auxiliary: candidates.auxiliary,
    },
    bestChunks: chunks.bestChunks,
    testWeights: weighTests(candidates, whole),
    textStrength: strengthOf(bestChunk, fullMatchScore(fullTerms, chunkCollection(code))),
    textTerms: fullTerms,
  };
}

/** Terms of a text with their postings in one field of the code, the most telling ones. */
function codeTerms(
  code: CodeSnapshot,
  field: CodeField,
  text: string,
  documentCount: number,
  termLimit: number,
): readonly Bm25Term[] {
  const documentFrequency = (term: string) => code.postings(field, term)?.ordinals.length ?? 0;
  const selected = selectTerms(
    countTerms(text),
    { documentCount, documentFrequency },
    { limit: termLimit, commonTermShare: 1 },
  );
  return selected.flatMap(({ term, weight }) => {
    const postings = code.postings(field, term);
    return postings === undefined ? [] : [{ term, weight, ...postings }];
  });
}

/** Scores of the files' blobs, by place. */
function scoresOf(files: readonly CodeFile[], scores: Float64Array): Float64Array {
  const own = new Float64Array(files.length);
  for (let place = 0; place < own.length; place++) own[place] = scores[files[place]?.blob ?? -1] ?? 0;
  return own;
}

function strengthOf(scores: Float64Array, full: number): number {
  return full > 0 ? largestOf(scores) / full : 0;
}

const mostTests = 15;
/** Share of the last selected test's score that is subtracted from all, so that the best ones stand out. */
const floorShare = 0.9;

function weighTests({ tests }: Candidates, scores: Float64Array): Float64Array {
  const weights = new Float64Array(tests.length);
  const own = scoresOf(tests, scores);
  const best = selectLargest(own, mostTests);
  const floor = best.length < mostTests ? 0 : floorShare * (own[best.at(-1) as number] as number);
  for (const place of best) weights[place] = (own[place] as number) - floor;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return total > 0 ? weights.map((weight) => weight / total) : weights;
}
