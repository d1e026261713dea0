import { createHash } from 'node:crypto';
import { largestOf } from '../numeric/rankings.ts';

/** A numeric fact about a file that raises or lowers its score. */
export interface Feature {
  /** Weight in the linear ranker: per unit of the value ÷ the query's maximum. */
  readonly weight: number;
  /** Evidence can only raise a score; priors can also lower it. */
  readonly kind: 'evidence' | 'prior';
  /** Computed from the history, which a young repository has too little of. */
  readonly from?: 'history';
  /** It needs a file or commit named in the text. Questions made of past fixes name none, so its weight is not learned. */
  readonly isNamed?: true;
  /** The evidence in words that hold whenever the value is above 0. `describe-file.ts` says more of other features. */
  readonly words?: string;
}

/**
 * All features, by name. The weights are those of the research prototype: 4,246 questions mined from the past of many
 * repositories and, according to its log, 229 issues of Loc-Bench. `bench -- locate --part fit` trains
 * such weights, and `afterwit learn` those of one repository; docs/research/locate.md compares.
 */
export const features = {
  /** Its best definition is about the whole text (*chunk_full*). */
  bestChunk: { weight: 2.42, kind: 'evidence' },
  /** The whole file is about the title (*all_title*). */
  title: { weight: 1.52, kind: 'evidence' },
  /** It contains adjacent words of the text (*bi_full*). */
  phrases: { weight: 0.67, kind: 'evidence' },
  /** It defines names that the code in the text uses (*def_code*). */
  definitions: { weight: 1.01, kind: 'evidence' },
  /** It defines exactly the names in the title (*sym_title*). */
  titleSymbols: { weight: 0.52, kind: 'evidence' },
  /** Its path has words of the title (*path_title*). */
  titlePath: { weight: 1.11, kind: 'evidence' },
  /** The text names its path (*path_mention*). */
  namedPath: { weight: 3.01, kind: 'evidence', isNamed: true },
  /** It is in the traceback, the deeper the better (*tb_low*). */
  traceback: { weight: 1.9, kind: 'evidence', isNamed: true },
  /** A dotted name resolves to its module (*mod_exact*). */
  module: { weight: 1.02, kind: 'evidence', isNamed: true },
  /** Messages of the commits that changed it match the title (*hdoc_title*). */
  pastMessages: {
    weight: 1.47,
    kind: 'evidence',
    from: 'history',
    words: 'messages of its past commits share words with the title',
  },
  /** Commits most similar to the title changed it (*knn_title*). */
  similarToTitle: { weight: 1.01, kind: 'evidence', from: 'history' },
  /** It changed together with the tests most similar to the text (*t_coch*). */
  changedWithTests: {
    weight: 0.85,
    kind: 'evidence',
    from: 'history',
    words: 'has changed together with tests that share words with the text',
  },
  /** The text names a commit, or an issue of one, that changed it (*issue_link*). */
  namedCommits: {
    weight: 1.27,
    kind: 'evidence',
    isNamed: true,
    from: 'history',
    words: 'changed by a commit that the text names, by itself or by its issue',
  },
  /** Changes of the last months (*rec_60*). */
  recentChanges: { weight: 0.46, kind: 'evidence', from: 'history' },
  /** −ln(1 + days since the last change) / 10 (*last_age*). */
  lastChange: { weight: 2.28, kind: 'prior', from: 'history' },
  /** ln(1 + changes) / 10 (*nchg*). */
  changeCount: { weight: -1.91, kind: 'prior', from: 'history' },
  /** 1 for documentation, examples, tools (*aux*). */
  auxiliary: { weight: -0.7, kind: 'prior' },
  /** Share of past changes that went to files with its extension, ÷ the largest (*is_py*, learned). */
  extensionShare: { weight: 4.98, kind: 'prior', from: 'history' },
} as const satisfies Readonly<Record<string, Feature>>;

export type FeatureName = keyof typeof features;

/** Values of one feature, by position among the candidates. */
export type FeatureValues = Readonly<Record<FeatureName, Float64Array>>;

export type PastFeatureName = {
  [Name in FeatureName]: (typeof features)[Name] extends { readonly from: 'history' } ? Name : never;
}[FeatureName];

export const featureNames = Object.keys(features) as readonly FeatureName[];

export const featureOf: (name: FeatureName) => Feature = (name) => features[name];

/** One weight for each feature, in the order of their names. */
export type RankerWeights = readonly number[];

export const shippedWeights: RankerWeights = featureNames.map((name) => features[name].weight);

/** Increased whenever a feature, the evidence of the confidence, or the question made from a past fix, is computed differently. */
const featureVersion = 2;
const digestDigits = 12;

/** Version of the features and the shipped weights; weights learned under another version are unusable. */
export const rankerVersion = `${featureVersion}.${createHash('sha256')
  .update(JSON.stringify([featureNames, shippedWeights]))
  .digest('hex')
  .slice(0, digestDigits)}`;

export function nameWeights(weights: RankerWeights): Readonly<Record<FeatureName, number>> {
  const named = featureNames.map((name, i) => [name, weights[i] ?? 0]);
  return Object.fromEntries(named) as Record<FeatureName, number>;
}

/** The reverse of {@link nameWeights}. */
export function listWeights(named: Readonly<Record<string, number>>): RankerWeights {
  return featureNames.map((name) => named[name] ?? 0);
}

/** Values of each feature, changed by what the feature is. */
function mapFeatures(
  values: FeatureValues,
  change: (own: Float64Array, feature: Feature) => Float64Array,
): FeatureValues {
  const changed = featureNames.map((name) => [name, change(values[name], features[name])]);
  return Object.fromEntries(changed) as FeatureValues;
}

/**
 * Divides evidence by its largest value for this query, so that a weight means the same for every query; priors stay
 * unchanged.
 */
export function normaliseFeatures(values: FeatureValues): FeatureValues {
  return mapFeatures(values, (own, { kind }) => (kind === 'evidence' ? divideByLargest(own) : own));
}

function divideByLargest(values: Float64Array): Float64Array {
  const largest = largestOf(values);
  if (largest === 0) return values;
  const shares = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) shares[i] = (values[i] as number) / largest;
  return shares;
}

/**
 * Sets all features of the history to zero. Evidence is normalised by its largest value, so the few commits of a young
 * repository would otherwise count as much as the thousands on which the weights were trained.
 */
export function silencePast(values: FeatureValues): FeatureValues {
  return mapFeatures(values, (own, { from }) => (from === 'history' ? new Float64Array(own.length) : own));
}

/** Sets all features to zero whose weights are not learned. */
export function silenceNamed(values: FeatureValues): FeatureValues {
  return mapFeatures(values, (own, { isNamed }) => (isNamed ? new Float64Array(own.length) : own));
}
