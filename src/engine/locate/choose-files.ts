import type { FilePast } from '../../history/file-past.ts';
import { recallChangedWith } from '../../history/recall-files.ts';
import { orderByJudge, routeToJudge } from '../../judging/judge-answers.ts';
import type { JudgingSettings } from '../../judging/options.ts';
import { utilityOf } from '../../judging/utility.ts';
import { estimateAnswer, estimateConfidence, estimateSecond } from '../../locate/estimate-confidence.ts';
import type { RankerWeights } from '../../locate/features.ts';
import { candidatesOf, type RankedFile, rankFiles } from '../../locate/rank-files.ts';
import type { FileJudgement } from '../../model/answers/file-location.ts';
import type { Judge, JudgedFile } from '../../ports/judge.ts';
import type { CodeSnapshot, HistorySnapshot } from '../../ports/repository-index.ts';
import { answerInTime } from '../models/answer-in-time.ts';
import { mostCutFiles } from './locate-functions.ts';
import { type CandidatesRequest, filePastOf, type ScoredCandidates } from './score-candidates.ts';

/** Files that an agent knows already, by path from the top of the repository: they are not answered. */
export interface KnownFiles {
  readonly opened?: readonly string[] | undefined;
  /** Changed files: asked is which others must be changed as well. */
  readonly edited?: readonly string[] | undefined;
}

interface ChooseRequest extends CandidatesRequest, KnownFiles {
  readonly topK: number;
  readonly weights: RankerWeights | undefined;
  readonly isYoung: boolean;
}

interface ChosenFiles {
  /** Best first. */
  readonly likeliest: readonly RankedFile[];
  /** Probability that one of the first ten is to be changed. */
  readonly confidence: number;
  /** Probability of one file. */
  readonly confidenceIn: (file: RankedFile) => number;
  /** Reasons in words for a file beside the text: the changed files. */
  readonly besideEdited: (file: RankedFile) => readonly string[];
}

const mostEdited = 20;
/** Files that the confidence of the whole answer is about. */
const mostCounted = 10;

/** The files that a change likely touches, beside those that are known. */
export async function chooseFiles(
  request: ChooseRequest,
  { sources, values, strengths }: ScoredCandidates,
): Promise<ChosenFiles> {
  const { opened = [], edited = [], topK, weights, isYoung } = request;
  const known = new Set([...opened, ...edited]);
  const changed = isYoung ? [] : placesOf(edited, request.code);
  const depth = changed.length > 0 ? sources.length : Math.max(topK, mostCutFiles) + known.size;
  const ranked = rankFiles(sources, values, depth, weights);
  const likeliest = ranked.filter(({ path }) => !known.has(path));
  if (changed.length > 0) {
    const past = await filePastOf(request);
    return besideChanged(changed, likeliest, { snapshot: request.history.snapshot, past, strengths });
  }
  const [first] = likeliest;
  const confidence = first === undefined ? 0 : estimateAnswer({ share: first.share, ...strengths }, isYoung);
  return {
    likeliest,
    confidence,
    confidenceIn: ({ share }) => Math.min(confidence, estimateConfidence({ share, ...strengths })),
    besideEdited: () => [],
  };
}

interface PlacedFile {
  readonly path: string;
  readonly place: number;
}

/** Orders by the text about each file, and by how often it changed in the commits of a file that is changed. */
function besideChanged(
  changed: readonly PlacedFile[],
  ranked: readonly RankedFile[],
  {
    snapshot,
    past,
    strengths,
  }: Pick<ScoredCandidates, 'strengths'> & { readonly snapshot: HistorySnapshot; readonly past: FilePast },
): ChosenFiles {
  const companions = changed
    .slice(0, mostEdited)
    .map(({ path, place }) => ({ path, ...recallChangedWith(snapshot, past, place) }));
  const closest = ({ place }: RankedFile) =>
    companions.reduce((most, one) => ((one.shares[place] ?? 0) > (most.shares[place] ?? 0) ? one : most));
  const probabilities = new Map(
    ranked.map((file) => [
      file.place,
      estimateSecond({ share: file.share, ...strengths }, closest(file).shares[file.place] ?? 0),
    ]),
  );
  const confidenceIn = ({ place }: RankedFile) => probabilities.get(place) ?? 0;
  const likeliest = ranked.toSorted((a, b) => confidenceIn(b) - confidenceIn(a));
  const none = likeliest.slice(0, mostCounted).reduce((all, file) => all * (1 - confidenceIn(file)), 1);
  return {
    likeliest,
    confidence: 1 - none,
    confidenceIn,
    besideEdited: (file) => {
      const { path, commits, together } = closest(file);
      const times = together[file.place] ?? 0;
      return times === 0 ? [] : [`changed in ${times} of the ${commits} commits that changed ${path}`];
    },
  };
}

/** The paths that the tree has, as sources and tests. */
function placesOf(paths: readonly string[], code: CodeSnapshot): readonly PlacedFile[] {
  if (paths.length === 0) return [];
  const { sources, tests } = candidatesOf(code);
  const places = new Map([...sources, ...tests].map(({ path }, place) => [path, place]));
  return paths.flatMap((path) => {
    const place = places.get(path);
    return place === undefined ? [] : [{ path, place }];
  });
}

export const mostJudged = 20;

/** The judge that is asked where the order of files is in doubt. */
export interface FileJudging {
  readonly judge: Judge;
  readonly settings: JudgingSettings;
}

interface DoubtedFiles {
  readonly issue: string;
  /** Likeliest first. */
  readonly files: readonly RankedFile[];
  readonly confidenceIn: (file: RankedFile) => number;
  readonly describe: (files: readonly RankedFile[]) => Promise<readonly JudgedFile[]>;
}

/**
 * The files in the order of a judge, where none is likely or several are nearly as likely. The judge moves a
 * file by no more than its weight, and where it fails the order is as it was.
 */
export async function judgeFiles(
  { issue, files, confidenceIn, describe }: DoubtedFiles,
  judging: FileJudging | undefined,
) {
  if (judging?.judge.chances === undefined) return { files };
  const { judge, settings } = judging;
  const units = files.map((file) => ({
    ...{ id: file.path, file, likelihood: confidenceIn(file), risk: 0, contradicts: [] },
  }));
  const route = routeToJudge(units, { ...settings, maxCandidates: mostJudged });
  if (route === undefined) return { files };
  const routed = units.filter(({ id }) => route.ids.includes(id)).map(({ file }) => file);
  const told = await describe(routed);
  const { answer: chances, ...answered } = await answerInTime(async (signal) => {
    const said = await judge.chances?.({ issue, files: told, signal });
    return isAboutAll(said, routed.length) ? said : undefined;
  }, settings.timeoutMs);
  const judgement: FileJudgement = {
    ...{ judge: judge.name, reasons: route.reasons, ...answered, files: routed.map(({ path }) => path) },
  };
  if (chances === undefined) return { files, judgement };
  const utilities = new Map(routed.map(({ path }, at) => [path, usefulness(chances[at] ?? 0)]));
  return { files: orderByJudge(units, utilities, settings.weight).map(({ file }) => file), judgement };
}

function isAboutAll(chances: unknown, count: number): chances is readonly number[] {
  return (
    Array.isArray(chances) &&
    chances.length === count &&
    chances.every((chance) => chance >= 0 && chance <= 1)
  );
}

/** A file that must be changed is all that Eq. 3 knows of useful; a file costs no tokens here. */
function usefulness(chance: number): number {
  return utilityOf({
    actionShift: chance,
    necessity: chance,
    outcomeGain: chance,
    transferRisk: 0,
    tokens: 0,
  });
}
