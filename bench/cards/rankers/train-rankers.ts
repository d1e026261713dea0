import { halfOf } from '../../lookalikes/repository-half.ts';
import { cpuMsSince } from '../../reporting/processes.ts';
import type { WorldScale } from '../world/generate-world.ts';
import { fitPairwise, type RankedPair } from './fit-pairwise.ts';
import { fitTwoLayers } from './fit-two-layers.ts';
import { readQuestionPairs } from './question-pairs.ts';
import type { LinearRanker, Ranker, TwoLayerRanker } from './ranker.ts';
import { rankerScore } from './ranker.ts';
import { type RealPairs, readRealPairs } from './real-pairs.ts';
import { featuresVersion, unitFeatureNames } from './unit-features.ts';
import { worldPairs } from './world-pairs.ts';

/** Where the labels of a ranker come from: worlds of other names, sentences and seeds than the judged ones, and two kinds of real cases. */
export interface TrainingPairs {
  readonly generated: readonly RankedPair[];
  /** Past fixes, for later ones. */
  readonly fixes: readonly RankedPair[];
  /** Rules, for questions about them. */
  readonly questions: readonly RankedPair[];
  /** Of repositories that nothing is learned from. */
  readonly heldOut: { readonly fixes: readonly RealPairs[]; readonly questions: readonly RealPairs[] };
}

const digits = 4;

/** @param data folder of the real cases; without it, what is generated is all there is */
export function trainingPairs(data: string, scale?: WorldScale): TrainingPairs {
  const fixes = readRealPairs(data);
  const questions = readQuestionPairs(data);
  const learned = (all: readonly RealPairs[]) =>
    all.filter(({ repository }) => halfOf(repository) === 'even').flatMap(({ pairs }) => pairs);
  const heldOut = (all: readonly RealPairs[]) =>
    all.filter(({ repository, pairs }) => halfOf(repository) === 'odd' && pairs.length > 0);
  return {
    generated: [...worldPairs('v1', 'development', 11, scale), ...worldPairs('v3', 'development', 12, scale)],
    fixes: learned(fixes),
    questions: learned(questions),
    heldOut: { fixes: heldOut(fixes), questions: heldOut(questions) },
  };
}

/** All that the shipped ranker is learned from. */
export function allPairs({ generated, fixes, questions }: TrainingPairs): readonly RankedPair[] {
  return [...generated, ...fixes, ...questions];
}

export interface TrainedRanker<Kind extends Ranker> {
  readonly ranker: Kind;
  /** Of processor time. */
  readonly seconds: number;
}

export function trainLinear(pairs: readonly RankedPair[]): TrainedRanker<LinearRanker> {
  return timed(() => ({
    kind: 'linear',
    version: featuresVersion,
    weights: fitPairwise(pairs, unitFeatureNames.length).map(shorten),
  }));
}

export function trainTwoLayers(pairs: readonly RankedPair[]): TrainedRanker<TwoLayerRanker> {
  return timed(() => {
    const { hidden, hiddenBias, output } = fitTwoLayers(pairs, unitFeatureNames.length);
    return {
      kind: 'two_layer',
      version: featuresVersion,
      hidden: hidden.map((row) => row.map(shorten)),
      hiddenBias: hiddenBias.map(shorten),
      output: output.map(shorten),
    };
  });
}

/** Share of the pairs that a ranker orders rightly; equal scores are wrong. NaN of none. */
export function pairwiseAccuracy(
  scoreOf: (features: Float64Array) => number,
  pairs: readonly RankedPair[],
): number {
  return pairs.filter(({ better, worse }) => scoreOf(better) > scoreOf(worse)).length / pairs.length;
}

export function scorerOf(ranker: Ranker): (features: Float64Array) => number {
  return (features) => rankerScore(ranker, features);
}

function shorten(value: number): number {
  return Number(value.toFixed(digits));
}

function timed<Kind extends Ranker>(train: () => Kind): TrainedRanker<Kind> {
  const start = process.cpuUsage();
  const ranker = train();
  return { ranker, seconds: cpuMsSince(start) / 1_000 };
}
