import type { LocatedFile, LocatedFunction } from '../../src/index.ts';
import { type FunctionFeature, functionFeatureNames } from '../../src/locate/rank-functions.ts';
import { predictLogistic } from '../../src/numeric/probabilities.ts';
import type { ReplayIssue } from '../datasets/replay-issues.ts';
import { calibrationError, reliabilityTable } from '../reporting/calibration.ts';
import { fitLogistic } from '../reporting/fit-logistic.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';

/** The answer of `locate` to one issue. */
export interface AskedFunctions {
  readonly issue: ReplayIssue;
  /** All functions of the best files, with their features. */
  readonly functions: readonly LocatedFunction[];
  readonly files: readonly LocatedFile[];
}

/** A function, its confidence by weights that its repository had no part in, and whether the fix changed it. */
interface JudgedFunction {
  readonly key: string;
  readonly confidence: number;
  readonly shipped: number;
  readonly bm25: number;
  readonly isRight: boolean;
}

export interface JudgedFunctions extends AskedFunctions {
  /** By name, each once: those cut, and those that are nowhere among them. */
  readonly gold: ReadonlySet<string>;
  readonly judged: readonly JudgedFunction[];
}

const penalty = 1;
const judgedDepth = 10;

export function keyOf({ path, name }: { readonly path: string; readonly name: string }): string {
  return `${path}::${name}`;
}

/** Changed functions by name; what was changed within a function counts as that function. */
export function goldFunctionsOf(
  changed: readonly string[],
  functions: readonly LocatedFunction[],
): ReadonlySet<string> {
  const keys = functions.map(keyOf);
  return new Set(
    changed.map((gold) => keys.find((key) => gold === key || gold.startsWith(`${key}.`)) ?? gold),
  );
}

function goldOf({ issue, functions }: AskedFunctions): ReadonlySet<string> {
  return goldFunctionsOf(issue.functions, functions);
}

function rowOf({ features = {} }: LocatedFunction): readonly number[] {
  return functionFeatureNames.map((name: FunctionFeature) => features[name] ?? 0);
}

function fitOn(asked: readonly AskedFunctions[]): readonly number[] {
  const rows = asked.flatMap((one) => {
    const gold = goldOf(one);
    return one.functions.map((each) => ({ row: rowOf(each), isRight: gold.has(keyOf(each)) }));
  });
  return fitLogistic(
    rows.map(({ row }) => row),
    rows.map(({ isRight }) => isRight),
    penalty,
  );
}

/** Every function with a confidence fitted without its repository, or by the shipped weights where no other repository is left. */
export function leaveOutFunctions(asked: readonly AskedFunctions[]): readonly JudgedFunctions[] {
  return [...Map.groupBy(asked, ({ issue }) => issue.repo)].flatMap(([repository, own]) => {
    const others = asked.filter(({ issue }) => issue.repo !== repository);
    const weights = others.length === 0 ? undefined : fitOn(others);
    return own.map((one): JudgedFunctions => {
      const gold = goldOf(one);
      const files = new Map(one.files.map(({ path, confidence }) => [path, confidence ?? 1]));
      const judged = one.functions.map((each) => ({
        key: keyOf(each),
        confidence:
          weights === undefined
            ? (each.confidence ?? 0)
            : Math.min(files.get(each.path) ?? 1, predictLogistic(weights, rowOf(each))),
        shipped: each.confidence ?? 0,
        bm25: each.features?.text ?? 0,
        isRight: gold.has(keyOf(each)),
      }));
      return { ...one, gold, judged };
    });
  });
}

type Measure = 'confidence' | 'shipped' | 'bm25';

function ranking({ judged }: JudgedFunctions, by: Measure): readonly JudgedFunction[] {
  return judged.toSorted((a, b) => b[by] - a[by]);
}

function isHit(one: JudgedFunctions, by: Measure): boolean {
  return ranking(one, by)[0]?.isRight ?? false;
}

/** Strict: all functions of the fix are among the first. */
function holdsAll(one: JudgedFunctions, by: Measure, depth: number): boolean {
  const first = new Set(
    ranking(one, by)
      .slice(0, depth)
      .map(({ key }) => key),
  );
  return [...one.gold].every((key) => first.has(key));
}

function count(all: readonly JudgedFunctions[], test: (one: JudgedFunctions) => boolean): number {
  return all.filter(test).length;
}

export function functionFigures(all: readonly JudgedFunctions[]) {
  const share = (test: (one: JudgedFunctions) => boolean) => count(all, test) / Math.max(1, all.length);
  return {
    function_hit_at_1: share((one) => isHit(one, 'confidence')),
    function_acc_at_5: share((one) => holdsAll(one, 'confidence', 5)),
    function_acc_at_10: share((one) => holdsAll(one, 'confidence', 10)),
    ece: calibrationError(promisesOf(all)),
    bm25_function_hit_at_1: share((one) => isHit(one, 'bm25')),
    bm25_function_acc_at_5: share((one) => holdsAll(one, 'bm25', 5)),
    bm25_function_acc_at_10: share((one) => holdsAll(one, 'bm25', 10)),
  };
}

/** The first ten functions of each answer, as promises. */
function promisesOf(all: readonly JudgedFunctions[]) {
  return all.flatMap((one) =>
    ranking(one, 'confidence')
      .slice(0, judgedDepth)
      .map(({ confidence, isRight }) => ({ confidence, isKept: isRight })),
  );
}

export function functionTables(all: readonly JudgedFunctions[]): readonly Table[] {
  const rate = (test: (one: JudgedFunctions) => boolean) => describeRate(count(all, test), all.length);
  const row = (name: string, by: Measure) => [
    name,
    rate((one) => isHit(one, by)),
    rate((one) => holdsAll(one, by, 5)),
    rate((one) => holdsAll(one, by, 10)),
  ];
  return [
    {
      title: 'Functions, beside BM25 over the functions of the same files',
      columns: ['method', 'hit@1', 'acc@5', 'acc@10'],
      rows: [
        row('afterwit, fitted without the repository', 'confidence'),
        row('afterwit, shipped weights', 'shipped'),
        row('BM25', 'bm25'),
        [
          'in the files that were cut: any, all',
          rate(({ judged }) => judged.some(({ isRight }) => isRight)),
          '',
          rate((one) => holdsAll(one, 'confidence', Number.POSITIVE_INFINITY)),
        ],
      ],
    },
    {
      title: 'By repository',
      columns: ['repository', 'issues', 'hit@1', 'acc@5', 'acc@10', 'BM25 hit@1'],
      rows: [...Map.groupBy(all, ({ issue }) => issue.repo)].map(([repository, own]) => [
        repository,
        own.length,
        count(own, (one) => isHit(one, 'confidence')),
        count(own, (one) => holdsAll(one, 'confidence', 5)),
        count(own, (one) => holdsAll(one, 'confidence', 10)),
        count(own, (one) => isHit(one, 'bm25')),
      ]),
    },
    reliabilityTable('Confidence of the first ten functions', promisesOf(all)),
  ];
}

/** Weights fitted on all repositories: those to ship. */
export function weightsTable(asked: readonly AskedFunctions[]): Table {
  const weights = fitOn(asked);
  return {
    title: 'Weights fitted on all repositories',
    columns: ['feature', 'weight'],
    rows: functionFeatureNames.map((name, at) => [name, (weights[at] ?? 0).toFixed(2)]),
  };
}
