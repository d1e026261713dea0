import { type FilePast, gatherFilePast } from '../../history/file-past.ts';
import { limitHistory } from '../../history/limit-history.ts';
import type { HistorySettings } from '../../history/options.ts';
import { type FileRecollection, recallFiles } from '../../history/recall-files.ts';
import { candidatesOf } from '../../locate/candidates.ts';
import { describeEvidence, findSymbols } from '../../locate/describe-file.ts';
import { estimateAnswer, estimateConfidence, measureQuestion } from '../../locate/estimate-confidence.ts';
import {
  type FeatureValues,
  featureNames,
  listWeights,
  normaliseFeatures,
  type RankerWeights,
  silencePast,
} from '../../locate/features.ts';
import type { LocateSettings } from '../../locate/options.ts';
import { type RankedFile, rankFiles } from '../../locate/rank-files.ts';
import { type CodeScores, scoreCode } from '../../locate/score-code.ts';
import type {
  FileLocation,
  IssueViews,
  LearnedWeights,
  LocatedFile,
  LocateStrengths,
} from '../../model/answers/file-location.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { CodeFile, CodeSnapshot, HistorySnapshot } from '../../ports/repository-index.ts';
import { splitIssue } from '../../query/split-issue.ts';
import type { History } from '../snapshot/history-reader.ts';
import {
  asksFunctions,
  type LocateFunctionsRequest,
  locateFunctions,
  mostCutFiles,
} from './locate-functions.ts';

/** Files whose code is read, to be quoted; nobody reads why those further down are there. */
const mostQuoted = 20;
/** Files shown of an answer that is none. */
const nearest = 3;

export interface LocateFilesRequest
  extends CandidatesRequest,
    Pick<LocateFunctionsRequest, 'functions' | 'pastFixes' | 'fixSource'> {
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
  const likeliest = rankFiles(sources, values, Math.max(topK, mostCutFiles), learned);
  const ranked = likeliest.slice(0, topK);
  const [first] = ranked;
  const confidence = first === undefined ? 0 : estimateAnswer({ share: first.share, ...strengths }, isYoung);
  const confidenceIn = ({ share }: RankedFile) =>
    Math.min(confidence, estimateConfidence({ share, ...strengths }));
  const best = first === undefined ? 0 : confidenceIn(first);
  const doubt = findDoubt(confidence, candidates, request);
  const shown = doubt === undefined ? ranked : ranked.slice(0, nearestShown(strengths, explain));
  const cut = doubt === undefined && asksFunctions(request) ? likeliest.slice(0, mostCutFiles) : [];
  const texts = await request.readTexts([
    ...new Set([...shown.slice(0, mostQuoted), ...cut].map(({ path }) => path)),
  ]);
  const symbolsOf = (file: RankedFile) => findSymbols(file, views, code, bestChunkOf(file, candidates));
  const functions = await locateFunctions(
    request,
    {
      files: cut.map((file) => ({ ...file, confidence: confidenceIn(file), symbols: symbolsOf(file) })),
      isSure: !isYoung,
    },
    { views, texts },
  );
  return {
    ...(doubt === undefined ? { kind: 'located' } : { kind: 'none_relevant', reason: doubt }),
    confidence,
    files: shown.map((file) => ({
      ...describeFile(file, views, code, candidates, texts.get(file.path)),
      ...(isYoung ? {} : { confidence: confidenceIn(file) }),
      ...(explain ? { features: featuresOf(file, values) } : {}),
    })),
    ...functions,
    weights: learned === undefined ? 'shipped' : 'learned',
    warnings: isYoung
      ? ['sparse_history']
      : doubt === undefined && best < settings.weakConfidence
        ? ['weak_match']
        : [],
    ...(explain ? { strengths } : {}),
    asOf: history.snapshot.commit,
    fileCount: code.files.length,
    skipped: Object.fromEntries([...request.skipped].filter(([, count]) => count > 0)),
    commitCount: history.snapshot.commitCount,
  };
}

/** Why no file is likely enough, in words; undefined where some are. */
function findDoubt(
  confidence: number,
  { sources, strengths }: ScoredCandidates,
  { settings }: LocateFilesRequest,
): string | undefined {
  if (sources.length === 0) return 'there are no source files to choose from';
  if (strengths.namesFile) return undefined;
  if (!isHeardOf(strengths)) return 'neither code nor history has any of these words';
  if (confidence >= settings.minimumAnswerConfidence) return undefined;
  const likely = `it is ${percent(confidence)} likely that a file to change is among the first ten`;
  return `${likely}, below the required ${percent(settings.minimumAnswerConfidence)}; the code knows ${percent(strengths.knownText)} of what the text says`;
}

function isHeardOf({ textStrength, pastStrength }: LocateStrengths): boolean {
  return textStrength > 0 || pastStrength > 0;
}

/** Of an answer that is none, the nearest files are shown; where no word is known, nothing is near. */
function nearestShown(strengths: LocateStrengths, explain: boolean): number {
  if (explain) return Number.POSITIVE_INFINITY;
  return isHeardOf(strengths) ? nearest : 0;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
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
  candidates: ScoredCandidates,
  content: string | undefined,
): LocatedFile {
  const { similarCommits, textTerms } = candidates;
  const bestChunk = bestChunkOf(file, candidates);
  const found = { bestChunk, textTerms, similarCommits: similarCommits[file.place] ?? 0, content };
  return {
    path: file.path,
    score: file.score,
    evidence: describeEvidence(file, views, code, found),
    symbols: findSymbols(file, views, code, bestChunk),
  };
}

/** Ordinal of a file's best chunk; undefined where none has a word of the text. */
function bestChunkOf({ place, blob }: RankedFile, { values, bestChunks }: ScoredCandidates) {
  return (values.bestChunk[place] ?? 0) > 0 ? bestChunks[blob] : undefined;
}

function featuresOf({ place }: RankedFile, values: FeatureValues): Readonly<Record<string, number>> {
  return Object.fromEntries(featureNames.map((name) => [name, values[name][place] ?? 0]));
}

export interface CandidatesRequest {
  readonly history: History;
  readonly code: CodeSnapshot;
  readonly issue: string;
  readonly historySettings: HistorySettings;
  readonly settings: LocateSettings;
  readonly ownSlug?: string | undefined;
}

/** Source files of a tree with their feature values; arrays are indexed by position in `sources`. */
interface ScoredCandidates {
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
