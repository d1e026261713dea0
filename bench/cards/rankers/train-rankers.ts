import { cpuMsSince } from '../../reporting/processes.ts';
import type { WorldScale } from '../world/generate-world.ts';
import { fitPairwise, type RankedPair } from './fit-pairwise.ts';
import { fitTwoLayers } from './fit-two-layers.ts';
import type { LinearRanker, Ranker, TwoLayerRanker } from './ranker.ts';
import { rankerScore } from './ranker.ts';
import { featuresVersion, unitFeatureNames } from './unit-features.ts';
import { worldPairs } from './world-pairs.ts';

const digits = 4;

/** Pairs of worlds of other names, sentences and seeds than the judged ones. */
export function trainingPairs(scale?: WorldScale): readonly RankedPair[] {
  return [...worldPairs('v1', 'development', 11, scale), ...worldPairs('v3', 'development', 12, scale)];
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
