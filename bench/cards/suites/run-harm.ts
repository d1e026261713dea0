import { describeRate } from '../../reporting/statistics.ts';
import type { SuiteOptions, SuiteReport } from '../../suite.ts';
import { harmfulUnits, judgeHarm, lyingPlans, lyingUnits } from '../harmful-units.ts';
import { ourProxy } from '../methods/our-methods.ts';
import { runWorld } from '../run-world.ts';
import { generateWorld, smokeScale, type WorldSuite } from '../world/generate-world.ts';
import type { AgentRun } from '../world/simulate-agent.ts';
import { judgedSeed } from './run-synthetic.ts';

/** At 80 tokens the right units leave little room for harm; the paper does not say at how many it looked. */
const harmBudgets = [80, 400] as const;
/** Section 5.6. */
const paperSelected: Readonly<Record<string, string>> = { 'v1 CICL': '.708', 'v3 CICL': '.688' };
const shown = ['VanillaRAG', 'AutoContextKG', 'SummaryMemory', 'CICL', 'CICL w/o stale_guard'];

/** Notes that call themselves outdated, as in the paper; notes that do not; and notes that also name the planned actions. */
const harms = {
  'that say so': harmfulUnits,
  'that do not say so': lyingUnits,
  'that do not say so and name the plan': lyingPlans,
} as const;
type Harm = keyof typeof harms;

/** Are harmful notes, one for each task, selected, and before the right units? As in the release, runs leave no units. */
export function runHarm({ smoke }: SuiteOptions): SuiteReport {
  const runs = (Object.keys(harms) as Harm[]).flatMap((harm) =>
    (['v1', 'v3'] as const).flatMap((suite) => {
      const world = generateWorld(suite, 'judged', judgedSeed, smoke ? smokeScale : undefined);
      const harmed = { ...world, units: [...world.units, ...harms[harm](world.tasks)] };
      return harmBudgets.flatMap((budget) =>
        runWorld(harmed, budget, [ourProxy], { remembersRuns: false }).map((run) => ({
          ...{ harm, suite, budget, run },
        })),
      );
    }),
  );
  const own = (harm: Harm) =>
    runs
      .filter((one) => one.harm === harm && one.run.method === ourProxy.name)
      .map(({ run }) => judgeHarm(run));
  const share = (harm: Harm, key: 'isSelected' | 'isBeforeGold') =>
    own(harm).filter((one) => one[key]).length / own(harm).length;
  return {
    cases: own('that say so').length,
    figures: {
      harmful_selected: share('that say so', 'isSelected'),
      harmful_before_gold: share('that say so', 'isBeforeGold'),
      lying_selected: share('that do not say so', 'isSelected'),
      lying_before_gold: share('that do not say so', 'isBeforeGold'),
      lying_plans_selected: share('that do not say so and name the plan', 'isSelected'),
      lying_plans_before_gold: share('that do not say so and name the plan', 'isBeforeGold'),
    },
    tables: (Object.keys(harms) as Harm[]).flatMap((harm) =>
      harmBudgets.map((budget) => ({
        title: `Harmful notes ${harm} among the candidates, at ${budget} tokens`,
        columns: ['suite', 'method', 'selected', 'paper', 'first', 'before a right one', 'survives'],
        rows: (['v1', 'v3'] as const).flatMap((suite) =>
          [...shown, ourProxy.name].map((method) => {
            const all = runs.filter(
              ({ run, ...of }) =>
                of.harm === harm && of.suite === suite && of.budget === budget && run.method === method,
            );
            return harmRow(
              suite,
              method,
              all.map(({ run }) => run),
            );
          }),
        ),
      })),
    ),
  };
}

function harmRow(suite: WorldSuite, method: string, runs: readonly AgentRun[]): readonly string[] {
  const judged = runs.map(judgeHarm);
  const rate = (key: keyof (typeof judged)[number]) =>
    describeRate(judged.filter((one) => one[key]).length, judged.length);
  return [
    ...[suite, method, rate('isSelected'), paperSelected[`${suite} ${method}`] ?? ''],
    ...[rate('isFirst'), rate('isBeforeGold'), rate('survives')],
  ];
}
