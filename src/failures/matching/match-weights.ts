/** One kind of evidence in F(q, c). */
export interface PartWeight {
  readonly description: string;
  readonly weight: number;
  /**
   * Share of the weight that counts when nothing agrees. The same failure can have many commands and wordings, so
   * agreement is stronger evidence than its absence.
   */
  readonly against: number;
}

/** Weights of the parts of F(q, c). Only parts known on both sides count, so their sum does not matter. */
export const matchWeights = {
  /** The best-matching text about the known failure (an error line, its symptom, its context …). */
  known: { description: 'what is known is in what failed', weight: 0.36, against: 1 },
  asked: { description: 'what failed is in the memory', weight: 0.2, against: 1 },
  lines: { description: 'error lines are in each other', weight: 0.12, against: 0.4 },
  names: { description: 'names it has too', weight: 0.08, against: 0.5 },
  /** Original values that normalisation removes. */
  particulars: { description: 'the same numbers and paths', weight: 0.06, against: 0.7 },
  exceptions: { description: 'kinds of failure in common', weight: 0.06, against: 0.7 },
  family: { description: 'failure family and root cause', weight: 0.06, against: 0.7 },
  command: { description: 'the command', weight: 0.06, against: 0.4 },
  place: { description: 'the file', weight: 0.06, against: 0.4 },
  frames: { description: 'frames of the stack', weight: 0.06, against: 0.4 },
  environment: { description: 'what it ran in', weight: 0.02, against: 0.5 },
} as const satisfies Readonly<Record<string, PartWeight>>;

export type PartName = keyof typeof matchWeights;

/** Weight of each text about a failure: printed output counts most, the fix least. */
export const viewWeights = {
  error: 1,
  symptom: 1,
  title: 0.85,
  context: 0.8,
  fix: 0.6,
} as const;

/** How contradictions and earlier outcomes change the score. */
export const matchBounds = {
  /** Share subtracted when all names contradict. */
  conflictCut: 0.75,
  /** Largest effect of earlier outcomes, for a failure with hardly any informative words. */
  prior: 0.1,
  /** Number of informative words at which the effect of earlier outcomes is halved. */
  tellingEnough: 6,
} as const;
