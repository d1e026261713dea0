import { limitHistory } from '../../history/limit-history.ts';
import { describeEvidence, findSymbols } from '../../locate/describe-file.ts';
import { estimateConfidence } from '../../locate/estimate-confidence.ts';
import { type FeatureValues, featureNames } from '../../locate/features.ts';
import { type RankedFile, rankFiles } from '../../locate/rank-files.ts';
import { listWeights, type RankerWeights } from '../../locate/ranker-weights.ts';
import { silencePast } from '../../locate/silence-past.ts';
import type { FileLocation, LocatedFile } from '../../model/answers/file-location.ts';
import type { LearnedWeights } from '../../model/answers/learning-report.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { IssueViews } from '../../model/issue-views.ts';
import type { CodeSnapshot } from '../../ports/code-index.ts';
import { splitIssue } from '../../query/split-issue.ts';
import type { History } from '../history/history-reader.ts';
import { type CandidatesRequest, type ScoredCandidates, scoreCandidates } from './score-candidates.ts';

export interface LocateFilesRequest extends CandidatesRequest {
  /** Files of code that were not read, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
  readonly topK: number;
  /** Texts of files at the commit, by path, so that the evidence quotes what stands in them. */
  readonly readTexts: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Latest commits that are heard; all unless given. */
  readonly historyDepth?: number | undefined;
  /** Give the values of all features with each file. */
  readonly explain?: boolean | undefined;
  /** Weights to rank by in place of the shipped ones, where the history holds what they were learned from. */
  readonly learned?: LearnedWeights | undefined;
}

/**
 * Problem description → the files and symbols that a change would touch: splits the text into views, scores code and
 * history by each feature, and ranks files by the weighted features.
 *
 * @throws INVALID_ARGUMENT for an empty description
 */
export async function locateFiles(request: LocateFilesRequest): Promise<FileLocation> {
  const { code, issue, topK, settings, explain = false } = request;
  if (issue.trim() === '') {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'The description is empty. Give the text of an issue, or an error message.',
    );
  }
  const history = cutHistory(request);
  const views = splitIssue(issue);
  const scored = await scoreCandidates({ ...request, history }, views);
  const isYoung = scored.evidenceCommits < settings.youngRepositoryCommits;
  const candidates = isYoung ? byCodeAlone(scored) : scored;
  const { sources, values, strengths } = candidates;
  const learned = isYoung ? undefined : learnedFor(request);
  const ranked = rankFiles(sources, values, topK, learned);
  const confidenceIn = ({ share }: RankedFile) => estimateConfidence({ share, ...strengths });
  const best = ranked[0] === undefined ? 0 : confidenceIn(ranked[0]);
  const isUnheardOf =
    strengths.textStrength === 0 && strengths.pastStrength === 0 && best < settings.weakConfidence;
  const shown = isUnheardOf ? [] : ranked;
  const texts = await request.readTexts(shown.map(({ path }) => path));
  return {
    kind: shown.length > 0 ? 'located' : 'none_relevant',
    files: shown.map((file) => ({
      ...describeFile(file, views, code, candidates, texts.get(file.path)),
      ...(isYoung ? {} : { confidence: confidenceIn(file) }),
      ...(explain ? { features: featuresOf(file, values) } : {}),
    })),
    weights: learned === undefined ? 'shipped' : 'learned',
    warnings: isYoung ? ['sparse_history'] : best < settings.weakConfidence ? ['weak_match'] : [],
    ...(explain ? { strengths } : {}),
    asOf: history.snapshot.commit,
    fileCount: code.files.length,
    skipped: Object.fromEntries([...request.skipped].filter(([, count]) => count > 0)),
    commitCount: history.snapshot.commitCount,
  };
}

function byCodeAlone(scored: ScoredCandidates): ScoredCandidates {
  return {
    ...scored,
    values: silencePast(scored.values),
    strengths: { ...scored.strengths, pastStrength: 0 },
  };
}

/** A query about the past must not use weights learned from later commits. */
function learnedFor({ history, learned }: LocateFilesRequest): RankerWeights | undefined {
  if (learned === undefined || history.snapshot.ordinalOf(learned.learnedFrom) === undefined)
    return undefined;
  return listWeights(learned.weights);
}

function cutHistory({ history, historyDepth }: LocateFilesRequest): History {
  if (historyDepth === undefined) return history;
  return { snapshot: limitHistory(history.snapshot, historyDepth), files: () => history.files() };
}

function describeFile(
  file: RankedFile,
  views: IssueViews,
  code: CodeSnapshot,
  { values, similarCommits, bestChunks, textTerms }: ScoredCandidates,
  content: string | undefined,
): LocatedFile {
  const bestChunk = (values.bestChunk[file.place] ?? 0) > 0 ? bestChunks[file.blob] : undefined;
  const found = { bestChunk, textTerms, similarCommits: similarCommits[file.place] ?? 0, content };
  return {
    path: file.path,
    score: file.score,
    evidence: describeEvidence(file, views, code, found),
    symbols: findSymbols(file, views, code, bestChunk),
  };
}

function featuresOf({ place }: RankedFile, values: FeatureValues): Readonly<Record<string, number>> {
  return Object.fromEntries(featureNames.map((name) => [name, values[name][place] ?? 0]));
}
