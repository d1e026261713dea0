import { softmax } from '../numeric/fit-listwise.ts';
import { fuseRankings } from '../numeric/reciprocal-rank-fusion.ts';
import { selectLargest } from '../numeric/select-largest.ts';
import type { CodeFile } from '../ports/code-index.ts';
import { type Feature, type FeatureName, type FeatureValues, featureNames, features } from './features.ts';
import { isAuxiliary } from './is-auxiliary.ts';
import { type RankerWeights, shippedWeights } from './ranker-weights.ts';

/** How files are put in order: by learned weights, or by fused rankings where a repository is too young for them. */
export type Ranker = 'linear' | 'fusion';

export interface RankedFile extends CodeFile {
  /** Position among the candidates. */
  readonly place: number;
  /** Comparable within one question only. */
  readonly score: number;
  /** Its part of the softmax over the likeliest files. */
  readonly share: number;
  /** What each feature adds to the score, the strongest first; those that add nothing are left out. */
  readonly reasons: readonly (readonly [FeatureName, number])[];
}

/** Files beyond these hold next to nothing of a softmax. */
export const poolSize = 200;

/**
 * The source files that an issue's fix changes most likely, best first.
 *
 * @param weights of the linear ranker
 */
export function rankFiles(
  files: readonly CodeFile[],
  values: FeatureValues,
  ranker: Ranker,
  count: number,
  weights: RankerWeights = shippedWeights,
): readonly RankedFile[] {
  const parts = ranker === 'linear' ? weigh(values, weights) : fuse(files, values);
  const scores = new Float64Array(files.length);
  for (const { weight, own } of parts) {
    for (let place = 0; place < scores.length; place++)
      scores[place] = (scores[place] as number) + weight * (own[place] as number);
  }
  const pathOf = (place: number) => files[place]?.path ?? '';
  const order = [...scores.keys()].sort(
    (a, b) => (scores[b] as number) - (scores[a] as number) || (pathOf(a) < pathOf(b) ? -1 : 1),
  );
  const shares = softmax(Float64Array.from(order.slice(0, poolSize), (place) => scores[place] as number));
  return order.slice(0, count).map((place, rank) => ({
    ...(files[place] as CodeFile),
    place,
    score: scores[place] as number,
    share: shares[rank] ?? 0,
    reasons: reasonsFor(parts, place),
  }));
}

/** What a feature adds to each file's score: weight · own. */
interface Part {
  readonly name: FeatureName;
  readonly weight: number;
  readonly own: Float64Array;
}

/** The linear ranker: Σ weight · value. */
function weigh(values: FeatureValues, weights: RankerWeights): readonly Part[] {
  return featureNames.map((name, i) => ({ name, weight: weights[i] ?? 0, own: values[name] }));
}

/** Longer rankings add nothing but noise: rank 1,000 is worth a hundredth of rank 1. */
const longestRanking = 1_000;
const auxiliaryFactor = 0.6;
/** For files with an extension that is rare in this tree. */
const rareExtensionFactor = 0.5;
const rareExtensionShare = 0.2;

/** Reciprocal rank fusion of the features' rankings: the recipe that needs no training. */
function fuse(files: readonly CodeFile[], values: FeatureValues): readonly Part[] {
  const factors = priorFactors(files);
  return featureNames.flatMap((name) => {
    const weight = (features[name] as Feature).fusionWeight;
    if (weight === undefined) return [];
    const own = new Float64Array(files.length);
    for (const [place, part] of fuseRankings([{ candidates: selectLargest(values[name], longestRanking) }]))
      own[place] = part * (factors[place] as number);
    return [{ name, weight, own }];
  });
}

/** What a path alone says against a file: beside the product, or with an extension the product is not written in. */
function priorFactors(files: readonly CodeFile[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(extensionOf(path), (counts.get(extensionOf(path)) ?? 0) + 1);
  const most = Math.max(1, ...counts.values());
  return files.map(({ path }) => {
    const isRare = (counts.get(extensionOf(path)) ?? 0) < rareExtensionShare * most;
    return (isAuxiliary(path) ? auxiliaryFactor : 1) * (isRare ? rareExtensionFactor : 1);
  });
}

function extensionOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? '';
}

function reasonsFor(parts: readonly Part[], place: number): RankedFile['reasons'] {
  return parts
    .map(({ name, weight, own }) => [name, weight * (own[place] as number)] as const)
    .filter(([, part]) => part !== 0)
    .sort(([, a], [, b]) => b - a);
}
