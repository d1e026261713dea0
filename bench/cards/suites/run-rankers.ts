import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rankerScore, readRanker } from '../../../src/judging/ranker.ts';
import type { RankedPair } from '../../../src/numeric/fit-pairwise.ts';
import type { SuiteReport } from '../../suite.ts';
import {
  pairwiseAccuracy,
  scorerOf,
  trainingPairs,
  trainLinear,
  trainTwoLayers,
} from '../rankers/train-rankers.ts';
import { worldPairs } from '../rankers/world-pairs.ts';
import { judgedSeed } from './run-synthetic.ts';

/** Place of the proxy's utility among the features. */
const utilityAt = 5;
const paperAccuracy = 0.939;
const timedUnits = 50;
const timedRuns = 200;

/** Pairwise accuracy of proxy and rankers by what they were learned on, and what a ranker takes to load and apply. */
export function runRankers(data: string, home: string, keeps: boolean): SuiteReport {
  const { generated, real, heldOut } = trainingPairs(data);
  const both = [...generated, ...real];
  const linear = trainLinear(both);
  const layers = trainTwoLayers(both);
  const judged: Readonly<Record<string, readonly RankedPair[]>> = {
    'judged v1': worldPairs('v1', 'judged', judgedSeed),
    'judged v3': worldPairs('v3', 'judged', judgedSeed),
    'real, other repositories': heldOut.flatMap(({ pairs }) => pairs),
  };
  const scorers: Readonly<Record<string, (features: Float64Array) => number>> = {
    'proxy, not learned': (features) => features[utilityAt] ?? 0,
    'linear, generated pairs': scorerOf(trainLinear(generated).ranker),
    'linear, real pairs': scorerOf(trainLinear(real).ranker),
    'linear, both': scorerOf(linear.ranker),
    'two layers, both': scorerOf(layers.ranker),
  };
  if (keeps)
    for (const { ranker } of [linear, layers]) {
      const text = `${JSON.stringify(ranker)}\n`;
      writeFileSync(join(home, `ranker-${ranker.kind}.json`), text);
      if (ranker.kind === 'linear') console.log(text);
    }
  const accuracy = (name: string, set: string) =>
    pairwiseAccuracy(scorers[name] as (features: Float64Array) => number, judged[set] ?? []);
  return {
    cases: both.length,
    figures: {
      ranker_pairwise_accuracy_linear: accuracy('linear, both', 'judged v1'),
      ranker_pairwise_accuracy_mlp: accuracy('two layers, both', 'judged v1'),
      ranker_accuracy_real_linear: accuracy('linear, both', 'real, other repositories'),
      ranker_accuracy_real_mlp: accuracy('two layers, both', 'real, other repositories'),
      ranker_train_seconds: linear.seconds + layers.seconds,
      ranker_apply_ms_50: meanMs(JSON.stringify(linear.ranker), both),
    },
    tables: [
      {
        title: `Pairs ordered rightly, learned on ${generated.length} generated and ${real.length} real pairs (paper: ${paperAccuracy} on v1)`,
        columns: ['ranker', ...Object.entries(judged).map(([name, pairs]) => `${name} (${pairs.length})`)],
        rows: Object.keys(scorers).map((name) => [
          name,
          ...Object.keys(judged).map((set) => accuracy(name, set).toFixed(3)),
        ]),
      },
      {
        title: 'Held out, by repository',
        columns: ['repository', 'fixes', 'pairs', 'proxy', 'linear, both', 'two layers, both'],
        rows: heldOut.map(({ repository, events, pairs }) => [
          ...[repository, events, pairs.length],
          ...['proxy, not learned', 'linear, both', 'two layers, both'].map((name) =>
            pairwiseAccuracy(scorers[name] as (features: Float64Array) => number, pairs).toFixed(3),
          ),
        ]),
      },
    ],
  };
}

/** Processor time to read a ranker and score 50 units from their features, the mean of many. */
function meanMs(text: string, pairs: readonly RankedPair[]): number {
  const rows = pairs.slice(0, timedUnits).map(({ better }) => better);
  const start = process.cpuUsage();
  for (let run = 0; run < timedRuns; run++) {
    const ranker = readRanker(text);
    for (const row of rows) rankerScore(ranker, row);
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / timedRuns;
}
