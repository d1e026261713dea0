/** Settings of repository history, under `history.*`. */
export const historyOptions = {
  evidenceFileLimit: {
    description:
      'Commits that changed more files than this are kept and found, but say nothing about which files belong together.',
    default: 40,
    unit: 'files',
    minimum: 1,
    maximum: 10_000,
    inRepository: { minimum: 5, maximum: 200 },
  },
  hotspotHalfLifeDays: {
    description: 'After this time a change counts half as much for how hot a file is.',
    default: 180,
    unit: 'days',
    minimum: 1,
    maximum: 36_500,
    inRepository: { minimum: 7 },
  },
  couplingMinimumTogether: {
    description: 'Files that changed together less often than this are not called coupled.',
    default: 3,
    unit: 'commits',
    minimum: 1,
    maximum: 1_000,
    inRepository: { maximum: 20 },
  },
  'search.termLimit': {
    description: 'A query with more distinct terms is reduced to this many, the most telling ones.',
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
    description: 'Words in the first of several lines, the title of an issue, count this many times.',
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
    description: 'BM25: how much long messages are held back.',
    default: 0.75,
    minimum: 0,
    maximum: 1,
  },
  'search.minimumConfidence': {
    description:
      'Commits less likely than this to bear on the query are not shown; when all are, the answer is "none relevant".',
    default: 0.15,
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
  };
}
