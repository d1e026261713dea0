import { fuseRankings } from '../numeric/reciprocal-rank-fusion.ts';
import { selectLargest } from '../numeric/select-largest.ts';
import type { CodeFile } from '../ports/code-index.ts';
import { type Feature, type FeatureName, type FeatureValues, featureNames, features } from './features.ts';
import { isAuxiliary } from './score-priors.ts';

/** How files are put in order: by learned weights, or by fused rankings where a repository is too young for them. */
export type Ranker = 'linear' | 'fusion';

export interface RankedFile extends CodeFile {
  /** Position among the candidates. */
  readonly place: number;
  /** Comparable within one question only. */
  readonly score: number;
  /** What each feature adds to the score, the strongest first; those that add nothing are left out. */
  readonly reasons: readonly (readonly [FeatureName, number])[];
}

/** Source files by how likely an issue's fix changes them, best first. */
export function rankFiles(
  files: readonly CodeFile[],
  values: FeatureValues,
  ranker: Ranker,
): readonly RankedFile[] {
  const parts = ranker === 'linear' ? weigh(values) : fuse(files, values);
  const scores = new Float64Array(files.length);
  for (const own of parts.values())
    own.forEach((part, place) => {
      scores[place] = (scores[place] as number) + part;
    });
  return files
    .map((file, place) => ({
      ...file,
      place,
      score: scores[place] as number,
      reasons: reasonsFor(parts, place),
    }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

type Parts = ReadonlyMap<FeatureName, Float64Array>;

/** The linear ranker: Σ weight · value. */
function weigh(values: FeatureValues): Parts {
  return new Map(
    featureNames.map((name) => [name, values[name].map((value) => value * features[name].weight)]),
  );
}

/** Longer rankings add nothing but noise: rank 1,000 is worth a hundredth of rank 1. */
const longestRanking = 1_000;
const auxiliaryFactor = 0.6;
/** For files with an extension that is rare in this tree. */
const rareExtensionFactor = 0.5;
const rareExtensionShare = 0.2;

/** Reciprocal rank fusion of the features' rankings: the recipe that needs no training. */
function fuse(files: readonly CodeFile[], values: FeatureValues): Parts {
  const factors = priorFactors(files);
  const parts = new Map<FeatureName, Float64Array>();
  for (const name of featureNames) {
    const weight = (features[name] as Feature).fusionWeight;
    if (weight === undefined) continue;
    const fused = fuseRankings([{ candidates: selectLargest(values[name], longestRanking), weight }]);
    const own = new Float64Array(files.length);
    for (const [place, part] of fused) own[place] = part * (factors[place] as number);
    parts.set(name, own);
  }
  return parts;
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

export function extensionOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? '';
}

function reasonsFor(parts: Parts, place: number): readonly (readonly [FeatureName, number])[] {
  return [...parts]
    .map(([name, own]) => [name, own[place] as number] as const)
    .filter(([, part]) => part !== 0)
    .sort(([, a], [, b]) => b - a);
}
