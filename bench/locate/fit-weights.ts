import { type Feature, type FeatureName, featureNames, features } from '../../src/locate/features.ts';
import { fitListwise } from '../../src/numeric/fit-listwise.ts';
import type { LocateTrace } from './trace-cases.ts';

/** Examples for the weights: real issues, and questions mined from history. */
export interface TrainingSet {
  readonly issues: readonly LocateTrace[];
  readonly mined: readonly LocateTrace[];
}

/** Real issues are few: how often each is seen for every time a mined question is. */
const issueRepetitions = 3;
/** Messages that name a file were left out, so mined questions would teach that names say nothing. */
const silentInMined: ReadonlySet<FeatureName> = new Set(['namedPath', 'module']);
const options = { epochs: 12, learningRate: 0.01, penalty: 1e-3, batchSize: 16, seed: 1 } as const;

/**
 * Weights by feature, in the order of their names.
 *
 * @param without a repository that must have no part in them
 * @param hidden features that are not to be used: they weigh 0
 */
export function fitWeights(
  { issues, mined }: TrainingSet,
  without?: string,
  hidden: ReadonlySet<FeatureName> = new Set(),
): readonly number[] {
  const others = (examples: readonly LocateTrace[]) => examples.filter(({ issue }) => issue.repo !== without);
  const repeated = Array.from({ length: issueRepetitions }, () => others(issues)).flat();
  const taught = [...others(mined).map((example) => silence(example, silentInMined)), ...repeated];
  const weights = fitListwise(
    taught.map((example) => silence(example, hidden)),
    {
      ...options,
      nonNegative: featureNames.map((name) => (features[name] as Feature).kind === 'evidence'),
    },
  );
  return weights.map((weight, i) => (hidden.has(featureNames[i] as FeatureName) ? 0 : weight));
}

function silence(example: LocateTrace, silent: ReadonlySet<FeatureName>): LocateTrace {
  if (silent.size === 0) return example;
  const width = featureNames.length;
  const isSilent = featureNames.map((name) => silent.has(name));
  return { ...example, rows: example.rows.map((value, i) => (isSilent[i % width] === true ? 0 : value)) };
}
