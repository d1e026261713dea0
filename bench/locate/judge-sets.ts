import type { LocatedFunction } from '../../src/index.ts';
import { mean, rate, sum } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { type Figure, notRun } from '../suite.ts';
import { goldFunctionsOf, keyOf } from './ask-functions.ts';

/** Regions shown of an answer, and lines in all of them. */
const mostRegions = 5;
const mostLines = 500;

/** An answer as a set: what is named, how likely each is, and what the fix changed. */
interface SetAnswer {
  readonly issue: { readonly gold_files: readonly string[] };
  /** Likeliest first. */
  readonly likely: readonly { readonly path: string; readonly confidence?: number }[];
  /** Functions of the likeliest files, and those that the fix changed, where both are known. */
  readonly functions?: { readonly found: readonly LocatedFunction[]; readonly gold: readonly string[] };
}

/**
 * The number of answers with the highest expected F1: 2 · right named ÷ (named + right), by expected counts; at least one.
 *
 * @param probabilities of each to be right, highest first
 */
export function chooseCount(probabilities: readonly number[]): number {
  const right = Math.max(1, sum(probabilities));
  let named = 0;
  const gains = probabilities.map((each, at) => {
    named += each;
    return named / (at + 1 + right);
  });
  return Math.max(1, gains.indexOf(Math.max(...gains)) + 1);
}

/** Harmonic mean of precision and recall of a set, 0–1. */
export function setF1(named: readonly string[], gold: ReadonlySet<string>): number {
  const right = named.filter((each) => gold.has(each)).length;
  return right === 0 ? 0 : (2 * right) / (named.length + gold.size);
}

function setsOf(answers: readonly SetAnswer[]) {
  const judge = (
    keys: readonly string[],
    likely: readonly { readonly confidence?: number }[],
    gold: ReadonlySet<string>,
  ) => {
    const named = keys.slice(0, chooseCount(likely.map(({ confidence = 0 }) => confidence)));
    return { named: named.length, f1: setF1(named, gold), f1OfFirst: setF1(keys.slice(0, 1), gold) };
  };
  const files = answers.map(({ likely, issue }) =>
    judge(
      likely.map(({ path }) => path),
      likely,
      new Set(issue.gold_files),
    ),
  );
  const functions = answers.flatMap(({ functions: own }) => {
    if (own === undefined) return [];
    const gold = goldFunctionsOf(own.gold, own.found);
    let [left, rightLines] = [mostLines, 0];
    for (const each of own.found.slice(0, mostRegions)) {
      const lines = Math.min(left, each.endLine - each.line + 1);
      left -= lines;
      if (gold.has(keyOf(each))) rightLines += lines;
    }
    return [{ ...judge(own.found.map(keyOf), own.found, gold), lines: mostLines - left, rightLines }];
  });
  return { files, functions };
}

/** Mean F1 of the chosen sets, and of the first five regions; "not run" where nothing was asked. */
export function setFigures(answers: readonly SetAnswer[]): Record<string, Figure> {
  const { files, functions } = setsOf(answers);
  const of = (values: readonly number[]) => (values.length === 0 ? notRun : mean(values));
  return {
    file_set_f1: of(files.map(({ f1 }) => f1)),
    function_set_f1: of(functions.map(({ f1 }) => f1)),
    region_hit: of(functions.map(({ rightLines }) => Number(rightLines > 0))),
    context_efficiency: of(functions.map(({ rightLines, lines }) => rightLines / Math.max(1, lines))),
  };
}

export function setTable(answers: readonly SetAnswer[]): Table {
  const { files, functions } = setsOf(answers);
  const hits = rate(functions, ({ rightLines }) => rightLines > 0);
  const lines = mean(functions.map((each) => each.lines)).toFixed(0);
  const about = `regions of ${lines} lines, at most ${mostLines}: ${hits} hold a changed one`;
  return tableOf(
    `Sets by expected F1; of the first five functions, ${about}`,
    Object.entries({ files, functions }),
    {
      set: ([what]) => what,
      n: ([, all]) => all.length,
      named: ([, all]) => mean(all.map(({ named }) => named)).toFixed(2),
      F1: ([, all]) => mean(all.map(({ f1 }) => f1)).toFixed(3),
      'F1, always the first': ([, all]) => mean(all.map(({ f1OfFirst }) => f1OfFirst)).toFixed(3),
    },
  );
}
