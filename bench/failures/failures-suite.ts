import { errorExcerpt } from '../../src/query/logs/error-excerpt.ts';
import { profileFailure } from '../../src/query/profile-failure.ts';
import { rate } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import { notRun, type Suite } from '../suite.ts';
import { fitAnchors, fittedLines } from './fit-anchors.ts';
import { type ExcerptJudgement, judgeExcerpt, readableLines } from './judge-excerpt.ts';
import { type LabelledLog, readLabelledLogs } from './labelled-logs.ts';
import { profileTimes } from './profile-times.ts';

/** An excerpt may be twice as long as what a person marked, or so many lines. */
const timesMark = 2;
const fixedLines = 40;

type JudgedLog = ExcerptJudgement & Pick<LabelledLog, 'repo'>;

/** A way to cut an excerpt out of a log. */
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
    const judge = (cut: Excerpting, mostOf: (marked: number) => number) =>
      logs.map(({ repo, text, chunk }): JudgedLog => {
        const marked = readableLines(chunk);
        return { repo, ...judgeExcerpt(cut(text, mostOf(marked.length)), marked) };
      });
    const twice = (marked: number) => timesMark * marked;
    const fixed = () => fixedLines;
    const excerpts = { twice: judge(ours, twice), fixed: judge(ours, fixed) };
    const ways = {
      ours: excerpts,
      'of the profile': { twice: [], fixed: judge(profiled, fixed) },
      'the last lines': { twice: judge(tail, twice), fixed: judge(tail, fixed) },
    };
    const coveredOf = (judged: readonly JudgedLog[]) => mean(judged, ({ isCovered }) => Number(isCovered));
    const isCovered = (one: JudgedLog) => one.isCovered;
    const repositories = [...new Set(logs.map(({ repo }) => repo))].sort();
    const own = (judged: readonly JudgedLog[], repo: string) => judged.filter((one) => one.repo === repo);
    return {
      cases: logs.length,
      figures: {
        chunk_recall: mean(excerpts.twice, ({ recall }) => recall),
        chunk_precision: mean(excerpts.twice, ({ precision }) => precision),
        chunk_covered: coveredOf(excerpts.twice),
        chunk_covered_40_lines: coveredOf(excerpts.fixed),
        chunk_covered_20_lines: coveredOf(judge(ours, () => fittedLines)),
        chunk_covered_by_profile: coveredOf(ways['of the profile'].fixed),
        ...profileTimes(logs.map(({ text }) => text)),
      },
      tables: [
        ...(fit ? fitAnchors(logs) : []),
        tableOf(
          `Logs of which ${timesMark} × the marked lines, or ${fixedLines}, hold at least 80 % of them`,
          [
            ...Object.entries(ways),
            ...repositories.map(
              (repo) =>
                [repo, { twice: own(excerpts.twice, repo), fixed: own(excerpts.fixed, repo) }] as const,
            ),
          ],
          {
            'excerpt; ours by repository': ([name]) => name,
            [`${timesMark} × the mark`]: ([, way]) =>
              way.twice.length === 0 ? '' : rate(way.twice, isCovered),
            [`${fixedLines} lines`]: ([, way]) => rate(way.fixed, isCovered),
          },
        ),
      ],
    };
  },
};

function mean(judged: readonly JudgedLog[], of: (judgement: JudgedLog) => number) {
  if (judged.length === 0) return notRun;
  return judged.reduce((sum, one) => sum + of(one), 0) / judged.length;
}
