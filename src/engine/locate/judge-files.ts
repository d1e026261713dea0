import { orderByJudge, routeToJudge } from '../../judging/judge-answers.ts';
import type { JudgingSettings } from '../../judging/options.ts';
import { utilityOf } from '../../judging/utility.ts';
import type { RankedFile } from '../../locate/rank-files.ts';
import type { FileJudgement } from '../../model/answers/file-location.ts';
import type { Judge, JudgedFile } from '../../ports/judge.ts';
import { answerInTime } from '../models/answer-in-time.ts';

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

interface JudgedFiles {
  readonly files: readonly RankedFile[];
  readonly judgement?: FileJudgement;
}

/**
 * The files in the order of a judge, where none is likely or several are nearly as likely. The judge moves a
 * file by no more than its weight, and where it fails the order is as it was.
 */
export async function judgeFiles(
  { issue, files, confidenceIn, describe }: DoubtedFiles,
  judging: FileJudging | undefined,
): Promise<JudgedFiles> {
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
