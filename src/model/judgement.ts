import type { ItemId } from './memory-item.ts';

/**
 * Why a judge was asked. `near_tie`: several are nearly as likely the answer; `conflict`: two of the likeliest contradict each other;
 * `high_risk`: one of them may lead astray.
 */
export type RouteReason = 'near_tie' | 'conflict' | 'high_risk';

/** What came of asking. All but `judged` leave the order as it was: it threw, took too long, or answered otherwise than it was asked. */
export type JudgeResult = 'judged' | 'failed' | 'too_late' | 'unusable';

/**
 * What a judge was asked within one decision, and what it said: the evidence ledger of the CICL paper's Figure 1. It holds ids and
 * numbers and never a text, so forgetting a memory leaves it intact.
 */
export interface Judgement {
  /** As the judge calls itself. */
  readonly judge: string;
  readonly reasons: readonly RouteReason[];
  readonly result: JudgeResult;
  /** One claim for each memory it was asked about, that this memory helps, in the order before it was asked. */
  readonly ledger: readonly LedgerEntry[];
}

/** The claim that one memory helps with what was asked, and what stands for and against it. */
export interface LedgerEntry {
  readonly itemId: ItemId;
  /** `supported`: judged useful, and nothing contradicts it; `limited`: judged, but one of these fails; `deferred`: not judged. */
  readonly state: 'supported' | 'limited' | 'deferred';
  /** Other memories of the ledger that say the same, by the judge. */
  readonly supportedBy: readonly ItemId[];
  /** Other memories of the ledger that contradict it, by their words and links or by the judge. */
  readonly contradictedBy: readonly ItemId[];
  /** Eq. 3 from the judge's estimates, between −0.3 and 0.88; apart from that of the proxy. Absent where deferred. */
  readonly utility?: number;
  /** How sure the judge says it is, 0–1: for audits alone, it enters no score and no order. Absent where deferred. */
  readonly confidence?: number;
}
