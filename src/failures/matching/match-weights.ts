/** One kind of evidence in F(q, c). */
export interface PartWeight {
  readonly description: string;
  readonly weight: number;
  /**
   * Share of the weight that counts where nothing agrees. The same failure is met by many commands and in many words, so that
   * agreement tells more than its absence.
   */
  readonly against: number;
}

/** Weights of the parts of F(q, c); only those that are known of both sides count, so that their sum does not matter. */
export const matchWeights = {
  /** Of what is known of the failure (an error line, its symptom, its context …), the one that is best found again. */
  known: { description: 'what is known is in what failed', weight: 0.36, against: 1 },
  asked: { description: 'what failed is in the memory', weight: 0.2, against: 1 },
  lines: { description: 'error lines are in each other', weight: 0.12, against: 0.4 },
  names: { description: 'names it has too', weight: 0.08, against: 0.5 },
  /** What normalising takes out, as it was printed. */
  particulars: { description: 'the same numbers and paths', weight: 0.06, against: 0.7 },
  exceptions: { description: 'kinds of failure in common', weight: 0.06, against: 0.7 },
  family: { description: 'failure family and root cause', weight: 0.06, against: 0.7 },
  command: { description: 'the command', weight: 0.06, against: 0.4 },
  place: { description: 'the file', weight: 0.06, against: 0.4 },
  frames: { description: 'frames of the stack', weight: 0.06, against: 0.4 },
  environment: { description: 'what it ran in', weight: 0.02, against: 0.5 },
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

/** What contradictions and the past do to the evidence. */
export const matchBounds = {
  /** Share taken off when all that is named contradicts. */
  conflictCut: 0.75,
  /** What earlier outcomes can add or take at most, for a failure that says next to nothing of itself. */
  prior: 0.1,
  /** A failure that says this many telling words leaves a memory's past half of its say. */
  tellingEnough: 6,
} as const;
