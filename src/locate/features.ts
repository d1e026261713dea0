/** A numeric fact about a file that raises or lowers its score. */
export interface Feature {
  /** Weight in the linear ranker: per unit of the value ÷ the query's maximum. */
  readonly weight: number;
  /** Evidence can only raise a score; priors can also lower it. */
  readonly kind: 'evidence' | 'prior';
  /** The evidence in words. */
  readonly words?: string;
}

/**
 * All features, by name. The weights are those of the research prototype: 4,246 questions mined from the past of many
 * repositories and, according to its log, 229 issues of Loc-Bench. `bench locate-fit` trains such weights again;
 * docs/research/locate.md compares.
 */
export const features = {
  /** Its best definition is about the whole text (*chunk_full*). */
  bestChunk: { weight: 2.42, kind: 'evidence', words: 'has code that is about this' },
  /** The whole file is about the title (*all_title*). */
  title: { weight: 1.52, kind: 'evidence', words: 'matches the title as a whole' },
  /** It contains adjacent words of the text (*bi_full*). */
  phrases: { weight: 0.67, kind: 'evidence', words: 'uses the same phrases' },
  /** It defines names that the code in the text uses (*def_code*). */
  definitions: { weight: 1.01, kind: 'evidence', words: 'defines names that are used here' },
  /** It defines names like words of the title (*def_title*). */
  titleDefinitions: { weight: 0, kind: 'evidence', words: 'defines names of the title' },
  /** It defines exactly the names in the title (*sym_title*). */
  titleSymbols: { weight: 0.52, kind: 'evidence', words: 'defines what the title names' },
  /** Its path has words of the title (*path_title*). */
  titlePath: { weight: 1.11, kind: 'evidence', words: 'its path has words of the title' },
  /** The text names its path (*path_mention*). */
  namedPath: { weight: 3.01, kind: 'evidence', words: 'is named in the text' },
  /** It is in the traceback, the deeper the better (*tb_low*). */
  traceback: { weight: 1.9, kind: 'evidence', words: 'stands in the traceback' },
  /** A dotted name resolves to its module (*mod_exact*). */
  module: { weight: 1.02, kind: 'evidence', words: 'its module is named in the text' },
  /** Messages of the commits that changed it match the title (*hdoc_title*). */
  pastMessages: { weight: 1.47, kind: 'evidence', words: 'its past commits speak of this' },
  /** Commits most similar to the title changed it (*knn_title*). */
  similarToTitle: {
    weight: 1.01,
    kind: 'evidence',
    words: 'changed in similar past commits',
  },
  /** Commits most similar to the whole text changed it (*knn_full*). */
  similarToText: {
    weight: 0,
    kind: 'evidence',
    words: 'changed in past commits like this text',
  },
  /** It changed together with the tests most similar to the text (*t_coch*). */
  changedWithTests: { weight: 0.85, kind: 'evidence', words: 'changes together with tests about this' },
  /** The text names a commit, or an issue of one, that changed it (*issue_link*). */
  namedCommits: { weight: 1.27, kind: 'evidence', words: 'changed by a commit or issue the text names' },
  /** Changes of the last months (*rec_60*). */
  recentChanges: { weight: 0.46, kind: 'evidence', words: 'changed often of late' },
  /** −ln(1 + days since the last change) / 10 (*last_age*). */
  lastChange: { weight: 2.28, kind: 'prior' },
  /** ln(1 + changes) / 10 (*nchg*). */
  changeCount: { weight: -1.91, kind: 'prior' },
  /** 1 for documentation, examples, tools (*aux*). */
  auxiliary: { weight: -0.7, kind: 'prior' },
  /** Share of past changes that went to files with its extension, ÷ the largest (*is_py*, learned). */
  extensionShare: { weight: 4.98, kind: 'prior' },
} as const satisfies Readonly<Record<string, Feature>>;

export type FeatureName = keyof typeof features;

/** Values of one feature, by position among the candidates. */
export type FeatureValues = Readonly<Record<FeatureName, Float64Array>>;

/** Features computed from the history. */
export const pastFeatureNames = [
  'pastMessages',
  'similarToTitle',
  'similarToText',
  'changedWithTests',
  'namedCommits',
  'recentChanges',
  'lastChange',
  'changeCount',
  'extensionShare',
] as const satisfies readonly FeatureName[];

export type PastFeatureName = (typeof pastFeatureNames)[number];

export const featureNames = Object.keys(features) as readonly FeatureName[];
