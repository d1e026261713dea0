import { bestStretch, describeEvidence, findSymbols } from '../../locate/describe-file.ts';
import {
  type FeatureValues,
  featureNames,
  listWeights,
  type RankerWeights,
  silencePast,
} from '../../locate/features.ts';
import type { RankedFile } from '../../locate/rank-files.ts';
import type {
  FileLocation,
  IssueViews,
  LearnedWeights,
  LocatedFile,
  LocateStrengths,
} from '../../model/answers/file-location.ts';
import { defined } from '../../model/defined.ts';
import { invalidArgument } from '../../model/errors.ts';
import type { CodeSnapshot } from '../../ports/repository-index.ts';
import { splitIssue } from '../../query/split-issue.ts';
import { chooseFiles, type FileJudging, judgeFiles, type KnownFiles, mostJudged } from './choose-files.ts';
import {
  asksFunctions,
  type LocateFunctionsRequest,
  locateFunctions,
  mostCutFiles,
} from './locate-functions.ts';
import { type CandidatesRequest, type ScoredCandidates, scoreCandidates } from './score-candidates.ts';

/** Files whose code is read to be quoted. */
const mostQuoted = 20;
/** Characters of a file's best stretch that a judge is told. */
const mostToldCharacters = 800;
/** Files shown of an answer that is none. */
const nearest = 3;

export interface LocateFilesRequest
  extends CandidatesRequest,
    KnownFiles,
    Pick<LocateFunctionsRequest, 'functions' | 'pastFixes' | 'fixSource' | 'reasons'> {
  /** Files of code that were not read, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
  readonly topK: number;
  /** Reads the texts of files at the commit, by path, for quotes in the evidence. */
  readonly readTexts: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Functions and past fixes are looked for where a file is as likely. Default: always. */
  readonly functionsFrom?: number | undefined;
  /** Give the values of all features with each file. */
  readonly explain?: boolean | undefined;
  /** Asked where the order is in doubt. */
  readonly judging?: FileJudging | undefined;
  /** Learned weights that rank in place of the shipped ones, where the history holds their training data. */
  readonly learned?: LearnedWeights | undefined;
}

/**
 * Problem description → the files and symbols that a change would touch: splits the text into views, scores code and
 * history by each feature, and ranks files by the weighted features.
 * @throws INVALID_ARGUMENT for an empty description
 */
export async function locateFiles(request: LocateFilesRequest): Promise<FileLocation> {
  const { code, history, issue, topK, settings, explain = false, reasons = true } = request;
  if (issue.trim() === '') {
    throw invalidArgument('The description is empty. Give the text of an issue, or an error message.');
  }
  const views = splitIssue(issue);
  const scored = await scoreCandidates(request, views);
  const isYoung = scored.evidenceCommits < settings.youngRepositoryCommits;
  const candidates = isYoung ? byCodeAlone(scored) : scored;
  const learned = isYoung ? undefined : learnedFor(request);
  const depth = request.judging === undefined ? topK : Math.max(topK, mostJudged);
  const {
    likeliest: found,
    confidence,
    confidenceIn,
    besideEdited,
  } = await chooseFiles({ ...request, topK: depth, weights: learned, isYoung }, candidates);
  const [first] = found;
  const best = first === undefined ? 0 : confidenceIn(first);
  const doubt = findDoubt(confidence, candidates, request);
  const toldOf = (file: RankedFile, content: string | undefined) =>
    describeFile(
      file,
      views,
      code,
      candidates,
      reasons ? { content, before: besideEdited(file) } : undefined,
    );
  const isAsked = doubt === undefined && !isYoung;
  const { files: likeliest, judgement } = await judgeFiles(
    {
      ...{ issue, files: found, confidenceIn },
      describe: async (files) => {
        const texts = await request.readTexts(files.map(({ path }) => path));
        return files.map((file) => {
          const stretch = bestStretch(bestChunkOf(file, candidates), texts.get(file.path), code);
          const { path, evidence } = toldOf(file, texts.get(file.path));
          return { path, evidence, code: stretch.slice(0, mostToldCharacters) };
        });
      },
    },
    isAsked ? request.judging : undefined,
  );
  const ranked = likeliest.slice(0, topK);
  const shown = doubt === undefined ? ranked : ranked.slice(0, nearestShown(candidates.strengths, explain));
  const isLikely = (file: RankedFile) => confidenceIn(file) >= (request.functionsFrom ?? 0);
  const mayBeCut = doubt === undefined && asksFunctions(request) && likeliest.some(isLikely);
  const cut = mayBeCut ? likeliest.slice(0, mostCutFiles) : [];
  const quoted = reasons ? shown.slice(0, mostQuoted) : [];
  const texts = await request.readTexts([...new Set([...quoted, ...cut].map(({ path }) => path))]);
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
      ...toldOf(file, texts.get(file.path)),
      ...(isYoung ? {} : { confidence: confidenceIn(file) }),
      ...(explain ? { features: featuresOf(file, candidates.values) } : {}),
    })),
    ...functions,
    ...defined({ judgement }),
    weights: learned === undefined ? 'shipped' : 'learned',
    warnings: isYoung
      ? ['sparse_history']
      : doubt === undefined && best < settings.weakConfidence
        ? ['weak_match']
        : [],
    ...(explain ? { strengths: candidates.strengths } : {}),
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
  { settings, edited = [] }: LocateFilesRequest,
): string | undefined {
  if (sources.length === 0) return 'there are no source files to choose from';
  const isFirst = edited.length === 0;
  if (isFirst && strengths.namesFile) return undefined;
  if (isFirst && !isHeardOf(strengths)) return 'neither code nor history has any of these words';
  if (confidence >= settings.minimumAnswerConfidence) return undefined;
  const likely = `it is ${percent(confidence)} likely that a file to change is among the first ten`;
  if (!isFirst) return `${likely} beside those that are changed`;
  return `${likely}, below the required ${percent(settings.minimumAnswerConfidence)}; the code knows ${percent(strengths.knownText)} of what the text says`;
}

function isHeardOf({ textStrength, pastStrength }: LocateStrengths): boolean {
  return textStrength > 0 || pastStrength > 0;
}

/** Files shown with an abstention: the nearest, or none where no word is known. */
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

function describeFile(
  file: RankedFile,
  views: IssueViews,
  code: CodeSnapshot,
  candidates: ScoredCandidates,
  reasons: { readonly content: string | undefined; readonly before: readonly string[] } | undefined,
): LocatedFile {
  const { similarCommits, textTerms } = candidates;
  const bestChunk = bestChunkOf(file, candidates);
  const found = { bestChunk, textTerms, similarCommits: similarCommits[file.place] ?? 0 };
  return {
    path: file.path,
    score: file.score,
    evidence:
      reasons === undefined
        ? []
        : [...reasons.before, ...describeEvidence(file, views, code, { ...found, content: reasons.content })],
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
