import { describeRate } from '../../reporting/statistics.ts';
import type { SuiteOptions, SuiteReport } from '../../suite.ts';
import { harmfulUnits, judgeHarm } from '../harmful-units.ts';
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

/** Harmful notes beside the right units, one for each task: are they selected, and before what is right? As in the release, runs leave nothing behind. */
export function runHarm({ smoke }: SuiteOptions): SuiteReport {
  const runs = (['v1', 'v3'] as const).flatMap((suite) => {
    const world = generateWorld(suite, 'judged', judgedSeed, smoke ? smokeScale : undefined);
    const harmed = { ...world, units: [...world.units, ...harmfulUnits(world.tasks)] };
    return harmBudgets.flatMap((budget) =>
      runWorld(harmed, budget, [ourProxy], { remembersRuns: false }).map((run) => ({ suite, budget, run })),
    );
  });
  const own = runs.filter(({ run }) => run.method === ourProxy.name).map(({ run }) => judgeHarm(run));
  const share = (count: number) => count / own.length;
  return {
    cases: own.length,
    figures: {
      harmful_selected: share(own.filter(({ isSelected }) => isSelected).length),
      harmful_before_gold: share(own.filter(({ isBeforeGold }) => isBeforeGold).length),
    },
    tables: harmBudgets.map((budget) => ({
      title: `Harmful notes among the candidates, at ${budget} tokens`,
      columns: ['suite', 'method', 'selected', 'paper', 'first', 'before a right one', 'survives'],
      rows: (['v1', 'v3'] as const).flatMap((suite) =>
        [...shown, ourProxy.name].map((method) => {
          const all = runs.filter(
            ({ run, ...of }) => of.suite === suite && of.budget === budget && run.method === method,
          );
          return harmRow(
            suite,
            method,
            all.map(({ run }) => run),
          );
        }),
      ),
    })),
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
