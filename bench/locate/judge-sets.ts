import type { LocatedFunction } from '../../src/index.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { type Figure, notRun } from '../suite.ts';
import { goldFunctionsOf, keyOf } from './judge-functions.ts';

/** Regions shown of an answer, and lines in all of them. */
const mostRegions = 5;
const mostLines = 500;

/** An answer as a set: what is named, how likely each is, and what the fix changed. */
export interface SetAnswer {
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
  const right = Math.max(
    1,
    probabilities.reduce((sum, each) => sum + each, 0),
  );
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

function namedFiles({ likely }: SetAnswer): readonly string[] {
  const count = chooseCount(likely.map(({ confidence = 0 }) => confidence));
  return likely.slice(0, count).map(({ path }) => path);
}

interface JudgedFunctionSet {
  readonly named: readonly string[];
  readonly gold: ReadonlySet<string>;
  /** Lines of the first functions, and those of them in a function that the fix changed. */
  readonly lines: number;
  readonly rightLines: number;
  readonly isHit: boolean;
}

function judgeFunctionSet({ found, gold: written }: NonNullable<SetAnswer['functions']>): JudgedFunctionSet {
  const gold = goldFunctionsOf(written, found);
  const count = chooseCount(found.map(({ confidence = 0 }) => confidence));
  let left = mostLines;
  let rightLines = 0;
  for (const each of found.slice(0, mostRegions)) {
    const lines = Math.min(left, each.endLine - each.line + 1);
    left -= lines;
    if (gold.has(keyOf(each))) rightLines += lines;
  }
  const named = found.slice(0, count).map(keyOf);
  return { named, gold, lines: mostLines - left, rightLines, isHit: rightLines > 0 };
}

function functionSets(answers: readonly SetAnswer[]): readonly JudgedFunctionSet[] {
  return answers.flatMap(({ functions }) => (functions === undefined ? [] : [judgeFunctionSet(functions)]));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

const goldFiles = ({ issue }: SetAnswer) => new Set(issue.gold_files);

/** Mean F1 of the chosen sets, and of the first five regions; "not run" where nothing was asked. */
export function setFigures(answers: readonly SetAnswer[]): Record<string, Figure> {
  const sets = functionSets(answers);
  const of = <Value>(all: readonly Value[], value: (each: Value) => number) =>
    all.length === 0 ? notRun : mean(all.map(value));
  return {
    file_set_f1: of(answers, (each) => setF1(namedFiles(each), goldFiles(each))),
    function_set_f1: of(sets, ({ named, gold }) => setF1(named, gold)),
    region_hit: of(sets, ({ isHit }) => Number(isHit)),
    context_efficiency: of(sets, ({ rightLines, lines }) => rightLines / Math.max(1, lines)),
  };
}

export function setTable(answers: readonly SetAnswer[]): Table {
  const sets = functionSets(answers);
  const row = (what: string, all: readonly (readonly [readonly string[], ReadonlySet<string>])[]) => [
    what,
    all.length,
    mean(all.map(([named]) => named.length)).toFixed(2),
    mean(all.map(([named, gold]) => setF1(named, gold))).toFixed(3),
  ];
  const efficiency = mean(sets.map(({ rightLines, lines }) => rightLines / Math.max(1, lines)));
  const hits = describeRate(sets.filter(({ isHit }) => isHit).length, sets.length);
  return {
    title: 'Sets by expected F1; the first five functions as regions of at most 500 lines',
    columns: ['set', 'n', 'named', 'F1'],
    rows: [
      row(
        'files, chosen by confidence',
        answers.map((each) => [namedFiles(each), goldFiles(each)]),
      ),
      row(
        'files, always the first',
        answers.map((each) => [each.likely.slice(0, 1).map(({ path }) => path), goldFiles(each)]),
      ),
      ...(sets.length === 0
        ? []
        : [
            row(
              'functions, chosen by confidence',
              sets.map(({ named, gold }) => [named, gold]),
            ),
            row(
              'functions, always the first',
              sets.map(({ named, gold }) => [named.slice(0, 1), gold]),
            ),
            [
              `regions: hit ${hits}`,
              sets.length,
              mean(sets.map(({ lines }) => lines)).toFixed(0),
              `efficiency ${efficiency.toFixed(3)}`,
            ],
          ]),
    ],
  };
}
