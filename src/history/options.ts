/** Numbers that history works with; frozen, since they are fitted together (`bench -- commits`). */
export interface HistorySettings {
  /** Commits that changed more files can be found, but do not count as evidence about files. */
  readonly evidenceFileLimit: number;
  /** After this time, a change counts half for the heat of a file. */
  readonly hotspotHalfLifeDays: number;
  /** Files that changed together in fewer commits are not listed as coupled. */
  readonly couplingMinimumTogether: number;
  readonly search: {
    /** A query with more distinct terms is reduced to this many, the most informative ones. */
    readonly termLimit: number;
    /** Terms in a larger share of the commits are dropped from long queries. */
    readonly commonTermShare: number;
    /** In a query of several lines, words in the first line (the title of an issue) count this many times. */
    readonly firstLineWeight: number;
    /** BM25: saturation of term frequency. */
    readonly k1: number;
    /** BM25: how strongly long messages are penalised. */
    readonly b: number;
    /** Commits with a lower probability of being relevant are not shown, unless the question gives another. */
    readonly minimumConfidence: number;
    /** Below this probability that any of the first ten commits is relevant, the answer is "none relevant". */
    readonly minimumAnswerConfidence: number;
  };
}

export const historyConstants: HistorySettings = {
  evidenceFileLimit: 40,
  hotspotHalfLifeDays: 180,
  couplingMinimumTogether: 3,
  search: {
    termLimit: 32,
    commonTermShare: 0.05,
    firstLineWeight: 6,
    k1: 1.2,
    b: 0.75,
    minimumConfidence: 0.05,
    minimumAnswerConfidence: 0.3,
  },
};
