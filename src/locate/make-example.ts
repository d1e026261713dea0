import type { CodeFile, FixExample } from '../ports/repository-index.ts';
import { type FeatureName, type FeatureValues, featureNames } from './features.ts';
import { poolSize, rankFiles } from './rank-files.ts';

/**
 * Features about a named file or a named commit. Training questions never name their files, so learning would set these
 * weights to zero.
 */
export const unlearnableFeatures: ReadonlySet<FeatureName> = new Set([
  'namedPath',
  'module',
  'traceback',
  'namedCommits',
]);

/**
 * A past fix as a training example: the values of its likeliest files under the shipped weights, for the learnable
 * features.
 */
export function makeExample(
  files: readonly CodeFile[],
  values: FeatureValues,
  answers: readonly string[],
  strengths: FixExample['strengths'],
): FixExample {
  const heard = silenceUnlearnable(values);
  const likeliest = rankFiles(files, heard, poolSize);
  const right = new Set(answers);
  return {
    rows: Float64Array.from(
      likeliest.flatMap(({ place }) => featureNames.map((name) => heard[name][place] ?? 0)),
    ),
    right: [...likeliest.keys()].filter((row) => right.has(likeliest[row]?.path ?? '')),
    answerCount: right.size,
    strengths,
  };
}

function silenceUnlearnable(values: FeatureValues): FeatureValues {
  const heard = featureNames.map((name) => [
    name,
    unlearnableFeatures.has(name) ? new Float64Array(values[name].length) : values[name],
  ]);
  return Object.fromEntries(heard) as FeatureValues;
}
