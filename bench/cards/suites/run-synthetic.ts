import { pairedBootstrap } from '../../../src/numeric/bootstrap.ts';
import { KeptSteps } from '../../reporting/kept-steps.ts';
import type { Table } from '../../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../../suite.ts';
import { gainTable } from '../gain-table.ts';
import { type JudgedRun, judgeRun } from '../judge-selection.ts';
import { baselines } from '../methods/baselines.ts';
import { byInstruction, ourProxy, ourVariants, rankedMethod } from '../methods/our-methods.ts';
import { paperCicl } from '../methods/paper-cicl.ts';
import { simpleBaselines } from '../methods/simple-baselines.ts';
import { type Budget, budgets, mainBudget } from '../paper-figures.ts';
import type { LinearRanker, TwoLayerRanker } from '../rankers/ranker.ts';
import {
  pairwiseAccuracy,
  scorerOf,
  type TrainedRanker,
  trainingPairs,
  trainLinear,
  trainTwoLayers,
} from '../rankers/train-rankers.ts';
import { worldPairs } from '../rankers/world-pairs.ts';
import { runWorld } from '../run-world.ts';
import { generateWorld, smokeScale, type WorldSuite } from '../world/generate-world.ts';
import { meansOf, type RunsByBudget, sweepTable, worldTable } from '../world-tables.ts';

/** The seed of the paper's release. */
export const judgedSeed = 7;
const bootstrapSeed = 17;
/** All that the paper compares, its upper bound left out. */
const compared = [...baselines, ...paperCicl].map(({ name }) => name);

interface LearnedRankers {
  readonly linear: TrainedRanker<LinearRanker>;
  readonly layers: TrainedRanker<TwoLayerRanker>;
}

/** Every method at every budget; ours with its ablations, other weights, and rankers that were learned elsewhere. */
export async function runSynthetic(
  suite: WorldSuite,
  { results, smoke }: SuiteOptions,
): Promise<SuiteReport> {
  const scale = smoke ? smokeScale : undefined;
  const steps = new KeptSteps(`cards-${suite}`, results, smoke);
  const { linear, layers } = await steps.keep('rankers', (): LearnedRankers => {
    const pairs = trainingPairs(scale);
    return { linear: trainLinear(pairs), layers: trainTwoLayers(pairs) };
  });
  const own = [
    ourProxy,
    rankedMethod('ours, learned linear', linear.ranker),
    rankedMethod('ours, learned two layers', layers.ranker),
    ...simpleBaselines,
    ...ourVariants,
    ...byInstruction,
  ];
  const world = generateWorld(suite, 'judged', judgedSeed, scale);
  const runs = new Map<Budget, readonly JudgedRun[]>();
  for (const budget of budgets)
    runs.set(budget, await steps.keep(`${budget} tokens`, () => runWorld(world, budget, own).map(judgeRun)));
  const accuracy = await steps.keep('pairs of the rankers', () => {
    const pairs = worldPairs(suite, 'judged', judgedSeed, scale);
    return {
      linear: pairwiseAccuracy(scorerOf(linear.ranker), pairs),
      layers: pairwiseAccuracy(scorerOf(layers.ranker), pairs),
    };
  });
  const f1 = (budget: Budget, method: string) => meansOf(runs, budget, method).f1;
  return {
    cases: world.tasks.length,
    figures: {
      ...Object.fromEntries(budgets.map((budget) => [`f1_${budget}`, f1(budget, ourProxy.name)])),
      ...Object.fromEntries(
        budgets.map((budget) => [`best_baseline_f1_${budget}`, f1(budget, bestOf(runs, budget))]),
      ),
      ...Object.fromEntries(
        budgets.map((budget) => [`literal_f1_${budget}`, f1(budget, simpleBaselines[0]?.name ?? '')]),
      ),
      mrr_120: meansOf(runs, mainBudget, ourProxy.name).mrr,
      generator_vanilla_f1_120: f1(mainBudget, 'VanillaRAG'),
      generator_autocontext_f1_120: f1(mainBudget, 'AutoContextKG'),
      ranker_pairwise_accuracy_linear: accuracy.linear,
      ranker_pairwise_accuracy_mlp: accuracy.layers,
      ranker_train_seconds: linear.seconds + layers.seconds,
    },
    tables: [
      worldTable(suite, runs, mainBudget),
      sweepTable(suite, runs),
      ...budgets.filter((budget) => budget !== mainBudget).map((budget) => worldTable(suite, runs, budget)),
      gainsOf(suite, runs),
    ],
  };
}

function bestOf(runs: RunsByBudget, budget: Budget): string {
  return compared.reduce((best, name) =>
    meansOf(runs, budget, name).f1 > meansOf(runs, budget, best).f1 ? name : best,
  );
}

/** Ours less the best of the paper's methods, task by task. */
function gainsOf(suite: WorldSuite, runs: RunsByBudget): Table {
  return gainTable(
    `${suite}: ours less the best method of the paper, context F1, paired bootstrap of 2,000 resamples by task`,
    budgets.map((budget) => {
      const best = bestOf(runs, budget);
      const f1Of = (method: string) =>
        new Map(
          (runs.get(budget) ?? [])
            .filter((run) => run.method === method)
            .map(({ task, judged }) => [task, judged.f1]),
        );
      const theirs = f1Of(best);
      const gains = [...f1Of(ourProxy.name)].map(([task, f1]) => f1 - (theirs.get(task) ?? Number.NaN));
      return [`${budget}, ${best}`, pairedBootstrap(gains, bootstrapSeed)] as const;
    }),
  );
}
