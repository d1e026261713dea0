/** Settings of repository history, under `history.*`. */
export const historyOptions = {
  evidenceFileLimit: {
    description:
      'Commits that changed more files than this can be found, but do not count as evidence about files.',
    default: 40,
    unit: 'files',
    minimum: 1,
    maximum: 10_000,
    inRepository: { minimum: 5, maximum: 200 },
  },
  hotspotHalfLifeDays: {
    description: 'After this time, a change counts half for the heat of a file.',
    default: 180,
    unit: 'days',
    minimum: 1,
    maximum: 36_500,
    inRepository: { minimum: 7 },
  },
  couplingMinimumTogether: {
    description: 'Files that changed together less often than this are not listed as coupled.',
    default: 3,
    unit: 'commits',
    minimum: 1,
    maximum: 1_000,
    inRepository: { maximum: 20 },
  },
  'search.termLimit': {
    description: 'A query with more distinct terms is reduced to this many, the most informative ones.',
    default: 32,
    unit: 'terms',
    minimum: 1,
    maximum: 1_000,
    inRepository: { minimum: 8, maximum: 200 },
  },
  'search.commonTermShare': {
    description: 'Terms in a larger share of the commits are dropped from long queries.',
    default: 0.05,
    unit: 'share',
    minimum: 0.0001,
    maximum: 1,
    inRepository: { minimum: 0.01 },
  },
  'search.firstLineWeight': {
    description:
      'In a query of several lines, words in the first line (the title of an issue) count this many times.',
    default: 6,
    minimum: 1,
    maximum: 100,
    inRepository: { maximum: 20 },
  },
  'search.k1': {
    description: 'BM25: saturation of term frequency.',
    default: 1.2,
    minimum: 0,
    maximum: 10,
    inRepository: { minimum: 0.2, maximum: 3 },
  },
  'search.b': {
    description: 'BM25: how strongly long messages are penalised.',
    default: 0.75,
    minimum: 0,
    maximum: 1,
  },
  'search.minimumConfidence': {
    description:
      'Commits with a lower probability of being relevant are not shown; if that leaves none, the answer is "none relevant".',
    default: 0.05,
    unit: 'probability',
    minimum: 0,
    maximum: 1,
    inRepository: { maximum: 0.5 },
  },
  'search.minimumAnswerConfidence': {
    description:
      'If it is less likely than this that any of the first ten commits is relevant, the answer is "none relevant". Not asked where a minimum for commits is given.',
    default: 0.3,
    unit: 'probability',
    minimum: 0,
    maximum: 1,
    inRepository: { maximum: 0.5 },
  },
} as const;

/** The slice of the settings that history reads; frozen. */
export interface HistorySettings {
  readonly evidenceFileLimit: number;
  readonly hotspotHalfLifeDays: number;
  readonly couplingMinimumTogether: number;
  readonly search: {
    readonly termLimit: number;
    readonly commonTermShare: number;
    readonly firstLineWeight: number;
    readonly k1: number;
    readonly b: number;
    readonly minimumConfidence: number;
    readonly minimumAnswerConfidence: number;
  };
}
