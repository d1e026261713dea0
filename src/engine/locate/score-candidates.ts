import { type FilePast, gatherFilePast } from '../../history/file-past.ts';
import type { HistorySettings } from '../../history/options.ts';
import { type FileRecollection, recallFiles } from '../../history/recall-files.ts';
import { measureQuestion } from '../../locate/estimate-confidence.ts';
import { type FeatureValues, normaliseFeatures } from '../../locate/features.ts';
import type { LocateSettings } from '../../locate/options.ts';
import { candidatesOf } from '../../locate/rank-files.ts';
import { type CodeScores, scoreCode } from '../../locate/score-code.ts';
import type { IssueViews, LocateStrengths } from '../../model/answers/file-location.ts';
import type { CodeFile, CodeSnapshot, HistorySnapshot } from '../../ports/repository-index.ts';
import type { History } from '../snapshot/history-reader.ts';

export interface CandidatesRequest {
  readonly history: History;
  readonly code: CodeSnapshot;
  readonly issue: string;
  readonly historySettings: HistorySettings;
  readonly settings: LocateSettings;
  readonly ownSlug?: string | undefined;
}

/** Source files of a tree with their feature values; arrays are indexed by position in `sources`. */
export interface ScoredCandidates {
  readonly sources: readonly CodeFile[];
  readonly values: FeatureValues;
  /** Number of commits similar to the title that changed each file. */
  readonly similarCommits: Uint16Array;
  /** Ordinal of the best chunk, by blob. */
  readonly bestChunks: Uint32Array;
  /** Terms of the text that the chunk search used. */
  readonly textTerms: CodeScores['textTerms'];
  /** Strength of the evidence in code and history, for the confidence. */
  readonly strengths: LocateStrengths;
  /** Number of commits that count as evidence. */
  readonly evidenceCommits: number;
}

/**
 * Scores code and history for an issue. The code comes first, because the matching tests lead to the files that change
 * with them.
 */
export async function scoreCandidates(
  request: CandidatesRequest,
  views: IssueViews,
): Promise<ScoredCandidates> {
  const { history, code, issue, settings, historySettings, ownSlug } = request;
  const { sources } = candidatesOf(code);
  const past = await filePastOf(request);
  const scored = scoreCode(views, code, settings.termLimit);
  const testWeights = new Float64Array(past.fileCount);
  testWeights.set(scored.testWeights, sources.length);
  const question = { title: views.title, text: issue, testWeights, ownSlug };
  const recollection = recallFiles(history.snapshot, past, question, historySettings.search);
  return {
    sources,
    values: normaliseFeatures({ ...scored.values, ...ofSources(recollection, sources.length) }),
    similarCommits: recollection.similarCommits,
    bestChunks: scored.bestChunks,
    textTerms: scored.textTerms,
    strengths: {
      textStrength: scored.textStrength,
      pastStrength: recollection.pastStrength,
      knownTitle: recollection.knownTitle,
      ...measureQuestion(views, code),
    },
    evidenceCommits: past.commitCount,
  };
}

const pasts = new WeakMap<CodeSnapshot, WeakMap<HistorySnapshot, FilePast>>();

/** History of the sources, then of the tests. Computed on first use and cached with the code and the history. */
export async function filePastOf({
  history,
  code,
  historySettings,
}: Pick<CandidatesRequest, 'history' | 'code' | 'historySettings'>): Promise<FilePast> {
  const kept = pasts.get(code) ?? new WeakMap<HistorySnapshot, FilePast>();
  pasts.set(code, kept);
  let past = kept.get(history.snapshot);
  if (past === undefined) {
    const { sources, tests } = candidatesOf(code);
    const paths = [...sources, ...tests].map(({ path }) => path);
    const { renames } = await history.files();
    past = gatherFilePast(history.snapshot, renames, paths, historySettings.evidenceFileLimit);
    kept.set(history.snapshot, past);
  }
  return past;
}

/** Keeps only the sources: tests were scored only for the files that change with them and are not candidates. */
function ofSources({ values }: FileRecollection, count: number): FileRecollection['values'] {
  const own = Object.entries(values).map(([name, scores]) => [name, scores.subarray(0, count)]);
  return Object.fromEntries(own) as FileRecollection['values'];
}
