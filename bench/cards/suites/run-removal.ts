import { pairedBootstrap } from '../../../src/numeric/bootstrap.ts';
import { seededRandom } from '../../../src/numeric/seeded-random.ts';
import type { Table } from '../../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../../suite.ts';
import { gainTable } from '../gain-table.ts';
import { type JudgedSelection, judgeSelection, meanSelection } from '../judge-selection.ts';
import { ourProxy } from '../methods/our-methods.ts';
import { runWorld } from '../run-world.ts';
import { generateWorld, smokeScale, type WorldSuite } from '../world/generate-world.ts';
import { type AgentRun, simulateAgent } from '../world/simulate-agent.ts';
import { judgedSeed } from './run-synthetic.ts';

const budget = 400;
const seed = 11;
const bootstrapSeed = 17;
/** Table 4, of v3 alone. */
const paper: Readonly<Record<string, string>> = {
  'v3 CICL full': '.245 / .980',
  'v3 CICL remove_top': '.000 / .000',
  'v3 CICL remove_random': '.205 / .716',
};

/** The result after the removal of the most useful unit, or a random one, from each selection. */
export function runRemoval({ smoke }: SuiteOptions): SuiteReport {
  const random = seededRandom(seed);
  const judged = (['v1', 'v3'] as const).flatMap((suite): readonly Removal[] => {
    const runs = runWorld(
      generateWorld(suite, 'judged', judgedSeed, smoke ? smokeScale : undefined),
      budget,
      [ourProxy],
    );
    return ['CICL', ourProxy.name].map((method) => {
      const own = runs.filter((run) => run.method === method && run.selected.length > 0);
      return { suite, method, ...removeFrom(own, random) };
    });
  });
  const ours = judged.find(({ suite, method }) => suite === 'v3' && method === ourProxy.name);
  return {
    cases: judged.reduce((sum, { method, full }) => sum + (method === ourProxy.name ? full.length : 0), 0),
    figures: {
      removal_top_f1: meanSelection(ours?.remove_top ?? []).f1,
      removal_random_f1: meanSelection(ours?.remove_random ?? []).f1,
    },
    tables: [
      {
        title: `One unit taken out, at ${budget} tokens`,
        columns: ['suite', 'method', 'condition', 'F1', 'MRR', 'precision', 'recall', 'paper: F1 / MRR'],
        rows: judged.flatMap(({ suite, method, ...conditions }) =>
          Object.entries(conditions).map(([condition, all]) => {
            const { f1, mrr, precision, recall } = meanSelection(all);
            return [
              ...[suite, method, condition],
              ...[f1, mrr, precision, recall].map((value) => value.toFixed(3)),
              paper[`${suite} ${method} ${condition}`] ?? '',
            ];
          }),
        ),
      },
      lossTable(judged),
    ],
  };
}

interface Removal {
  readonly suite: WorldSuite;
  readonly method: string;
  /** Of each task, in the same order. */
  readonly full: readonly JudgedSelection[];
  readonly remove_top: readonly JudgedSelection[];
  readonly remove_random: readonly JudgedSelection[];
}

/** Selections have the most useful unit first. */
function removeFrom(runs: readonly AgentRun[], random: () => number): Omit<Removal, 'suite' | 'method'> {
  const without = (placeOf: (run: AgentRun) => number) =>
    runs.map((run) => {
      const place = placeOf(run);
      const left = run.selected.filter((_, at) => at !== place);
      return judgeSelection(simulateAgent(run.task, run.method, left));
    });
  return {
    full: without(() => -1),
    remove_top: without(() => 0),
    remove_random: without(({ selected }) => Math.floor(random() * selected.length)),
  };
}

/** Is the top more critical than any other? What is lost with it less what is lost with one by chance. */
function lossTable(judged: readonly Removal[]): Table {
  return gainTable(
    'F1 without one by chance less F1 without the top, paired bootstrap of 2,000 resamples by task',
    judged.map(({ suite, method, remove_top, remove_random }) => {
      const losses = remove_random.map(({ f1 }, at) => f1 - (remove_top[at]?.f1 ?? 0));
      return [`${suite} ${method}`, pairedBootstrap(losses, bootstrapSeed)] as const;
    }),
  );
}
