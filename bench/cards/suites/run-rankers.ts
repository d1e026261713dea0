import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wilsonInterval } from '../../../src/numeric/confidence-bounds.ts';
import type { SuiteOptions, SuiteReport } from '../../suite.ts';
import type { RankedPair } from '../rankers/fit-pairwise.ts';
import type { RealPairs } from '../rankers/real-pairs.ts';
import { shippedRanker } from '../rankers/shipped-ranker.ts';
import {
  allPairs,
  pairwiseAccuracy,
  scorerOf,
  trainingPairs,
  trainLinear,
  trainTwoLayers,
} from '../rankers/train-rankers.ts';
import { unitFeatureNames } from '../rankers/unit-features.ts';
import { worldPairs } from '../rankers/world-pairs.ts';
import { smokeScale } from '../world/generate-world.ts';
import { judgedSeed } from './run-synthetic.ts';

const paperAccuracy = 0.939;

type Scorer = (features: Float64Array) => number;

/** One feature alone, as an order. */
function feature(name: (typeof unitFeatureNames)[number]): Scorer {
  const at = unitFeatureNames.indexOf(name);
  return (features) => features[at] as number;
}

/** Pairwise accuracy of proxy and rankers by what they were learned on. */
export function runRankers({ data, home, fit, smoke }: SuiteOptions): SuiteReport {
  const scale = smoke ? smokeScale : undefined;
  const training = trainingPairs(data, scale);
  const { generated, fixes, questions, heldOut } = training;
  const all = allPairs(training);
  const linear = trainLinear(all);
  const layers = trainTwoLayers(all);
  console.error(
    `cards rankers: learned in ${(linear.seconds + layers.seconds).toFixed(1)} s of processor time`,
  );
  const pairsOf = (repositories: readonly RealPairs[]) => repositories.flatMap(({ pairs }) => pairs);
  const judged: Readonly<Record<string, readonly RankedPair[]>> = {
    'judged v1': worldPairs('v1', 'judged', judgedSeed, scale),
    'judged v3': worldPairs('v3', 'judged', judgedSeed, scale),
    'fixes, other repositories': pairsOf(heldOut.fixes),
    'questions, other repositories': pairsOf(heldOut.questions),
  };
  const scorers = {
    'retrieval alone': feature('retrieval'),
    'the proxy, nothing learned': feature('utility'),
    'linear, generated pairs': scorerOf(trainLinear(generated).ranker),
    'linear, fixes': scorerOf(trainLinear(fixes).ranker),
    'linear, questions': scorerOf(trainLinear(questions).ranker),
    'linear, all': scorerOf(linear.ranker),
    'two layers, all': scorerOf(layers.ranker),
    shipped: scorerOf(shippedRanker),
  } satisfies Readonly<Record<string, Scorer>>;
  if (fit)
    for (const { ranker } of [linear, layers]) {
      const text = `${JSON.stringify(ranker)}\n`;
      writeFileSync(join(home, `ranker-${ranker.kind}.json`), text);
      if (ranker.kind === 'linear') console.log(text);
    }
  const accuracy = (name: keyof typeof scorers, set: string) =>
    pairwiseAccuracy(scorers[name], judged[set] ?? []);
  const byRepository = (title: string, repositories: readonly RealPairs[]) => ({
    title,
    columns: ['repository', 'asked', 'pairs', 'proxy', 'linear, all', 'two layers, all'],
    rows: repositories.map(({ repository, asked, pairs }) => [
      ...[repository, asked, pairs.length],
      ...(['the proxy, nothing learned', 'linear, all', 'two layers, all'] as const).map((name) =>
        pairwiseAccuracy(scorers[name], pairs).toFixed(3),
      ),
    ]),
  });
  return {
    cases: all.length,
    figures: {
      ranker_pairwise_accuracy_linear: accuracy('linear, all', 'judged v1'),
      ranker_pairwise_accuracy_mlp: accuracy('two layers, all', 'judged v1'),
      ranker_accuracy_fixes_linear: accuracy('linear, all', 'fixes, other repositories'),
      ranker_accuracy_fixes_mlp: accuracy('two layers, all', 'fixes, other repositories'),
      ranker_accuracy_questions_linear: accuracy('linear, all', 'questions, other repositories'),
      ranker_accuracy_questions_mlp: accuracy('two layers, all', 'questions, other repositories'),
      ranker_train_seconds: linear.seconds + layers.seconds,
    },
    tables: [
      {
        title: `Pairs ordered rightly, learned on ${generated.length} generated pairs, ${fixes.length} of fixes and ${questions.length} of questions (paper: ${paperAccuracy} on v1)`,
        columns: ['order', ...Object.entries(judged).map(([name, pairs]) => `${name} (${pairs.length})`)],
        rows: Object.entries(scorers).map(([name, scorer]) => [
          name,
          ...Object.values(judged).map((pairs) => describeAccuracy(scorer, pairs)),
        ]),
      },
      byRepository('Held out: fixes', heldOut.fixes),
      byRepository('Held out: questions', heldOut.questions),
    ],
  };
}

/** With its 95 % interval, which takes pairs of one question for independent and so is too narrow. */
function describeAccuracy(scorer: Scorer, pairs: readonly RankedPair[]): string {
  const accuracy = pairwiseAccuracy(scorer, pairs);
  if (pairs.length === 0) return '';
  const { low, high } = wilsonInterval(Math.round(accuracy * pairs.length), pairs.length);
  return `${accuracy.toFixed(3)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}
