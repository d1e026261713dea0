import { pairedBootstrap } from '../../../src/numeric/paired-bootstrap.ts';
import type { Table } from '../../reporting/table.ts';
import type { SuiteReport } from '../../suite.ts';
import { judgeSelection } from '../judge-selection.ts';
import { baselines } from '../methods/baselines.ts';
import { byInstruction, ourProxy, ourVariants, rankedMethod } from '../methods/our-methods.ts';
import { paperCicl } from '../methods/paper-cicl.ts';
import { type Budget, budgets, mainBudget } from '../paper-figures.ts';
import {
  pairwiseAccuracy,
  scorerOf,
  trainingPairs,
  trainLinear,
  trainTwoLayers,
} from '../rankers/train-rankers.ts';
import { worldPairs } from '../rankers/world-pairs.ts';
import { runWorld } from '../run-world.ts';
import { generateWorld, type WorldSuite } from '../world/generate-world.ts';
import { meansOf, type RunsByBudget, sweepTable, worldTable } from '../world-tables.ts';

/** The seed of the paper's release. */
export const judgedSeed = 7;
const bootstrapSeed = 17;
/** All that the paper compares, its upper bound left out. */
const compared = [...baselines, ...paperCicl].map(({ name }) => name);

/** Every method at every budget; ours with its ablations, other weights, and rankers that were learned elsewhere. */
export function runSynthetic(suite: WorldSuite, data: string): SuiteReport {
  const { generated, real } = trainingPairs(data);
  const linear = trainLinear([...generated, ...real]);
  const layers = trainTwoLayers([...generated, ...real]);
  const own = [
    ourProxy,
    rankedMethod('ours, learned linear', linear.ranker),
    rankedMethod('ours, learned two layers', layers.ranker),
    ...ourVariants,
    ...byInstruction,
  ];
  const world = generateWorld(suite, 'judged', judgedSeed);
  const runs: RunsByBudget = new Map(budgets.map((budget) => [budget, runWorld(world, budget, own)]));
  const judgedPairs = worldPairs(suite, 'judged', judgedSeed);
  const f1 = (budget: Budget, method: string) => meansOf(runs, budget, method).f1;
  return {
    cases: world.tasks.length,
    figures: {
      ...Object.fromEntries(budgets.map((budget) => [`f1_${budget}`, f1(budget, ourProxy.name)])),
      ...Object.fromEntries(
        budgets.map((budget) => [`best_baseline_f1_${budget}`, f1(budget, bestOf(runs, budget))]),
      ),
      mrr_120: meansOf(runs, mainBudget, ourProxy.name).mrr,
      generator_vanilla_f1_120: f1(mainBudget, 'VanillaRAG'),
      generator_autocontext_f1_120: f1(mainBudget, 'AutoContextKG'),
      ranker_pairwise_accuracy_linear: pairwiseAccuracy(scorerOf(linear.ranker), judgedPairs),
      ranker_pairwise_accuracy_mlp: pairwiseAccuracy(scorerOf(layers.ranker), judgedPairs),
      ranker_train_seconds: linear.seconds + layers.seconds,
    },
    tables: [
      worldTable(suite, runs, mainBudget),
      sweepTable(suite, runs),
      ...budgets.filter((budget) => budget !== mainBudget).map((budget) => worldTable(suite, runs, budget)),
      gainTable(suite, runs),
    ],
  };
}

function bestOf(runs: RunsByBudget, budget: Budget): string {
  return compared.reduce((best, name) =>
    meansOf(runs, budget, name).f1 > meansOf(runs, budget, best).f1 ? name : best,
  );
}

/** Ours less the best of the paper's methods, task by task. */
function gainTable(suite: WorldSuite, runs: RunsByBudget): Table {
  return {
    title: `${suite}: ours less the best method of the paper, context F1, paired bootstrap of 2,000 resamples by task`,
    columns: ['budget', 'best', 'mean', '95 %', 'share of resamples above 0'],
    rows: budgets.map((budget) => {
      const best = bestOf(runs, budget);
      const f1Of = (method: string) =>
        new Map(
          (runs.get(budget) ?? [])
            .filter((run) => run.method === method)
            .map((run) => [run.task.id, judgeSelection(run).f1]),
        );
      const theirs = f1Of(best);
      const gains = [...f1Of(ourProxy.name)].map(([task, f1]) => f1 - (theirs.get(task) ?? Number.NaN));
      const { mean, low, high, shareAbove } = pairedBootstrap(gains, bootstrapSeed);
      return [
        budget,
        best,
        mean.toFixed(3),
        `[${low.toFixed(3)}, ${high.toFixed(3)}]`,
        shareAbove.toFixed(3),
      ];
    }),
  };
}
