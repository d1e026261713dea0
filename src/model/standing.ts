import type { OutcomeCounts } from './decision.ts';

/** What outcomes say of a memory. Of what one speaker said of one decision, the last word counts. */
export interface Standing {
  readonly outcomes: OutcomeCounts;
  /**
   * Whose last word on it is that it is wrong: a `person`'s (or failing tests'), whom only a person or tests outweigh, or an
   * `agent`'s. Absent: nobody's.
   */
  readonly rejectedBy?: 'person' | 'agent';
  /** How likely it is to help again, 0–1, from what came of it; .5 when nothing did. */
  readonly successPrior: number;
  /** Share of false positives among all judgements, 0–1; 0 without any. */
  readonly falsePositiveRate: number;
}
