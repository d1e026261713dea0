import type { OutcomeCounts } from './decision.ts';

/**
 * Summary of a memory's outcomes. If a speaker judged the same decision several times, only the last judgement counts.
 */
export interface Standing {
  readonly outcomes: OutcomeCounts;
  /**
   * Who last judged the memory wrong. A `person` (or failing tests) can only be outweighed by a person or by tests; an
   * `agent` by anyone. Absent: it is not rejected.
   */
  readonly rejectedBy?: 'person' | 'agent';
  /** Probability that it helps again, 0–1, estimated from its outcomes; .5 without outcomes. */
  readonly successPrior: number;
  /** Share of false positives among all judgements, 0–1; 0 without any. */
  readonly falsePositiveRate: number;
}
