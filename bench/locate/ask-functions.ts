import type { LocatedFile, LocatedFunction } from '../../src/index.ts';
import { functionFeatureNames } from '../../src/locate/rank-functions.ts';
import { predictLogistic } from '../../src/numeric/probabilities.ts';
import { type ReplayIssue, readReplayIssues } from '../datasets/issue-cases.ts';
import { calibrationError } from '../reporting/calibration.ts';
import { fitLeftOut } from '../reporting/fit-logistic.ts';
import { rate } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';
import { askAll, visitRepositories } from './visit-repositories.ts';

/** The answer of `locate` to one issue. */
export interface AskedFunctions {
  readonly issue: ReplayIssue;
  /** All functions of the best files, with their features. */
  readonly functions: readonly LocatedFunction[];
  readonly files: readonly LocatedFile[];
}

interface JudgedFunctions {
  /** Functions of the fix, each once: those cut, and those that are nowhere among them. */
  readonly gold: ReadonlySet<string>;
  readonly judged: readonly {
    readonly key: string;
    /** By weights that its repository had no part in. */
    readonly confidence: number;
    readonly bm25: number;
    readonly isRight: boolean;
  }[];
}

type Measure = 'confidence' | 'bm25';
/** More than the best files have: the weights are fitted on all of them. */
const allFunctions = 100_000;
const judgedDepth = 10;

/** Does locate name the functions that the fix of an issue changes? */
export async function askFunctions(options: SuiteOptions): Promise<SuiteReport> {
  const { data, repositories, limit } = options;
  const issues = readReplayIssues(data)
    .filter(({ repo, functions }) => repositories.has(repo) && functions.length > 0)
    .slice(0, limit);
  const asked = await visitRepositories(issues, options, async (memory, own) =>
    askAll(own, async (issue): Promise<AskedFunctions> => {
      const asking = { asOf: issue.base_commit, functions: allFunctions, explain: true };
      const { functions = [], files } = await memory.locate(issue.issue, asking);
      return { issue, functions, files };
    }),
  );
  const judged = leaveOutFunctions(asked);
  const measures = { 'afterwit, fitted without the repository': 'confidence', BM25: 'bm25' } as const;
  return {
    cases: judged.length,
    figures: functionFigures(judged),
    tables: [
      tableOf('Functions, beside BM25 over the functions of the same files', Object.entries(measures), {
        method: ([name]) => name,
        'hit@1': ([, by]) => rate(judged, (one) => isHit(one, by)),
        'acc@5': ([, by]) => rate(judged, (one) => holdsAll(one, by, 5)),
        'acc@10': ([, by]) => rate(judged, (one) => holdsAll(one, by, 10)),
      }),
    ],
  };
}

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

/** Every function with a confidence fitted without its repository, or by the shipped weights where no other repository is left. */
export function leaveOutFunctions(asked: readonly AskedFunctions[]): readonly JudgedFunctions[] {
  const answers = asked.map((one) => {
    const gold = goldFunctionsOf(one.issue.functions, one.functions);
    const rows = one.functions.map((each) => ({
      each,
      features: functionFeatureNames.map((name) => each.features?.[name] ?? 0),
      isKept: gold.has(keyOf(each)),
      repository: one.issue.repo,
    }));
    return { ...one, gold, rows };
  });
  const rows = answers.flatMap((one) => one.rows);
  const isAlone = new Set(rows.map(({ repository }) => repository)).size === 1;
  const weightsOf = fitLeftOut(rows, ({ repository }) => repository);
  return answers.map(({ gold, files, rows: own }) => {
    const sure = new Map(files.map(({ path, confidence }) => [path, confidence ?? 1]));
    return {
      gold,
      judged: own.map(({ each, features, isKept, repository }) => ({
        key: keyOf(each),
        confidence: isAlone
          ? (each.confidence ?? 0)
          : Math.min(sure.get(each.path) ?? 1, predictLogistic(weightsOf(repository), features)),
        bm25: each.features?.text ?? 0,
        isRight: isKept,
      })),
    };
  });
}

function ranking({ judged }: JudgedFunctions, by: Measure) {
  return judged.toSorted((a, b) => b[by] - a[by]);
}

function isHit(one: JudgedFunctions, by: Measure): boolean {
  return ranking(one, by)[0]?.isRight ?? false;
}

/** Strict: all functions of the fix are among the first. */
function holdsAll(one: JudgedFunctions, by: Measure, depth: number): boolean {
  const first = ranking(one, by).slice(0, depth);
  const keys = new Set(first.map(({ key }) => key));
  return [...one.gold].every((key) => keys.has(key));
}

export function functionFigures(all: readonly JudgedFunctions[]) {
  const share = (test: (one: JudgedFunctions) => boolean) =>
    all.filter(test).length / Math.max(1, all.length);
  const promises = all.flatMap((one) => ranking(one, 'confidence').slice(0, judgedDepth));
  return {
    function_hit_at_1: share((one) => isHit(one, 'confidence')),
    function_acc_at_5: share((one) => holdsAll(one, 'confidence', 5)),
    function_acc_at_10: share((one) => holdsAll(one, 'confidence', 10)),
    ece: calibrationError(promises.map(({ confidence, isRight }) => ({ confidence, isKept: isRight }))),
    bm25_function_hit_at_1: share((one) => isHit(one, 'bm25')),
    bm25_function_acc_at_5: share((one) => holdsAll(one, 'bm25', 5)),
    bm25_function_acc_at_10: share((one) => holdsAll(one, 'bm25', 10)),
  };
}
