/** What each kind of evidence adds to F(q, c) when it is known, and how much of that it costs when it speaks against. */
export interface PartWeight {
  readonly weight: number;
  /**
   * Share of the weight that counts where nothing agrees. The same failure is met by many commands and in many words, so that
   * agreement tells more than its absence.
   */
  readonly against: number;
}

/** Weights of the parts of F(q, c); only those that are known of both sides count, so that their sum does not matter. */
export const matchWeights = {
  /** How much of what is known of the failure (an error line, its symptom, its context …) is in the query. */
  known: { weight: 0.36, against: 1 },
  /** How much of the query is in the memory. */
  asked: { weight: 0.2, against: 1 },
  /** Error lines found again in each other. */
  lines: { weight: 0.12, against: 0.4 },
  names: { weight: 0.08, against: 0.5 },
  /** What normalising takes out: numbers and absolute paths, as they were printed. */
  particulars: { weight: 0.06, against: 0.7 },
  exceptions: { weight: 0.06, against: 0.7 },
  family: { weight: 0.06, against: 0.7 },
  command: { weight: 0.06, against: 0.4 },
  place: { weight: 0.06, against: 0.4 },
  frames: { weight: 0.06, against: 0.4 },
  environment: { weight: 0.02, against: 0.5 },
} as const satisfies Readonly<Record<string, PartWeight>>;

export type PartName = keyof typeof matchWeights;

/** How much each thing that is known of a failure can tell by itself: what was printed tells most, what was done about it least. */
export const viewWeights = {
  error: 1,
  symptom: 1,
  title: 0.85,
  context: 0.8,
  fix: 0.6,
} as const;

/** What is taken off for entities that contradict: with all of them contradicting, this share. */
export const conflictCut = 0.75;
/** What earlier outcomes can add or take at most, for a failure that says next to nothing of itself. */
export const priorBound = 0.1;
