import { errorExcerpt } from '../../src/query/logs/error-excerpt.ts';
import { profileFailure } from '../../src/query/profile-failure.ts';
import { describeRate } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { notRun, type Suite } from '../suite.ts';
import { fitAnchors, fittedLines } from './fit-anchors.ts';
import { type ExcerptJudgement, judgeExcerpt, readableLines } from './judge-excerpt.ts';
import { type LabelledLog, readLabelledLogs } from './labelled-logs.ts';
import { profileTimes } from './profile-times.ts';

/** An excerpt may be as often as long as what a person marked. */
const timesChunk = 2;
const fixedLines = 40;

interface JudgedLog {
  readonly log: LabelledLog;
  readonly judgement: ExcerptJudgement;
}

/** A way to cut an excerpt out of a log, to be compared with ours. */
type Excerpting = (text: string, maxLines: number) => readonly string[];

const ours: Excerpting = (text, maxLines) => errorExcerpt(text, { maxLines });
const tail: Excerpting = (text, maxLines) => readableLines(text).slice(-maxLines);
const profiled: Excerpting = (text) => profileFailure({ output: text }).excerpt.split('\n');

/** Do excerpts of real build logs hold the lines that say why, and what does a profile take? */
export const failuresSuite: Suite = {
  description:
    'excerpts of labelled build logs, times of the profile; --fit: weights of the facts of a line, judged without its tool',
  options: ['data', 'limit', 'fit'],
  async run({ data, limit, fit }) {
    const logs = readLabelledLogs(data).slice(0, limit);
    const bound = judge(logs, ours, timesChunk);
    const fixed = judge(logs, ours);
    const twenty = judge(logs, ours, undefined, fittedLines);
    const shown = judge(logs, profiled);
    const times = await profileTimes(logs.map(({ text }) => text));
    return {
      cases: logs.length,
      figures: {
        chunk_recall: mean(bound, ({ recall }) => recall),
        chunk_precision: mean(bound, ({ precision }) => precision),
        chunk_covered: mean(bound, covered),
        chunk_covered_40_lines: mean(fixed, covered),
        chunk_covered_20_lines: mean(twenty, covered),
        chunk_covered_by_profile: mean(shown, covered),
        ...times,
      },
      tables: [
        ...(fit ? fitAnchors(logs) : []),
        tableOf(
          `Logs of which ${timesChunk} × the labelled lines, or ${fixedLines}, hold at least 80 % of them`,
          [
            { name: 'this excerpt', bound, fixed },
            { name: 'the last lines', bound: judge(logs, tail, timesChunk), fixed: judge(logs, tail) },
          ],
          {
            excerpt: ({ name }) => name,
            [`${timesChunk} × the label`]: (way) => rate(way.bound),
            [`${fixedLines} lines`]: (way) => rate(way.fixed),
          },
        ),
        repositoryTable(bound, fixed),
      ],
    };
  },
};

/** Without a factor, the budget is the fixed one. */
function judge(
  logs: readonly LabelledLog[],
  cut: Excerpting,
  factor?: number,
  most = fixedLines,
): readonly JudgedLog[] {
  return logs.map((log) => {
    const labelled = readableLines(log.chunk);
    const maxLines = factor === undefined ? most : factor * labelled.length;
    return { log, judgement: judgeExcerpt(cut(log.text, maxLines), labelled) };
  });
}

function covered({ isCovered }: ExcerptJudgement): number {
  return isCovered ? 1 : 0;
}

function mean(judged: readonly JudgedLog[], of: (judgement: ExcerptJudgement) => number) {
  if (judged.length === 0) return notRun;
  return judged.reduce((sum, { judgement }) => sum + of(judgement), 0) / judged.length;
}

function rate(judged: readonly JudgedLog[]): string {
  return describeRate(judged.filter(({ judgement }) => judgement.isCovered).length, judged.length);
}

function repositoryTable(bound: readonly JudgedLog[], fixed: readonly JudgedLog[]): Table {
  const own = (all: readonly JudgedLog[], repo: string) => all.filter(({ log }) => log.repo === repo);
  const repositories = [...new Set(bound.map(({ log }) => log.repo))].sort();
  return tableOf('The same by repository', repositories, {
    repository: (repo) => repo,
    [`${timesChunk} × the label`]: (repo) => rate(own(bound, repo)),
    [`${fixedLines} lines`]: (repo) => rate(own(fixed, repo)),
  });
}
