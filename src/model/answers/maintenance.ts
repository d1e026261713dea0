import type { ItemId } from '../item-id.ts';

/** What `maintain` did. What was done before it was stopped stays done; the next run goes on from there. */
export interface MaintenanceReport {
  /** `held`: another process maintains this memory, so nothing was done. */
  readonly kind: 'done' | 'held';
  /** Decisions from which it was counted what was shown. */
  readonly decisionsCounted: number;
  /** Memories that were looked through. */
  readonly lookedThrough: number;
  /** Memories that expired long ago and were archived. */
  readonly archived: number;
  /** Memories of what happened once that proved to hold and last from now on. */
  readonly promoted: number;
  readonly summaries: readonly MadeSummary[];
  /** Receipts of old decisions that were compacted. */
  readonly receiptsCompacted: number;
}

/** A summary in the place of several memories. */
export interface MadeSummary {
  readonly id: ItemId;
  readonly title: string;
  readonly fragments: number;
  /** Tokens of the fragments, and of the summary. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}
