/** What the gate may do with the memories it is shown (RSCB-MC, Table 2). */
export const gateActions = [
  'no_memory',
  'top1_resolution',
  'top3_summary',
  'high_precision_retrieval',
  'high_recall_retrieval',
  'abstain',
  'ask_feedback',
] as const;
export type GateAction = (typeof gateActions)[number];

/** Why a memory may not enter a context. */
export const refusalReasons = [
  'quarantined',
  'out_of_scope',
  'not_active',
  'expired',
  'untrusted',
  'unverified',
  'stale',
  'orphaned',
  'other_branch',
  'rejected_before',
  'avoided_strategy',
  'contradicts_another',
  'too_many_of_one_origin',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Why a memory that was admitted is not shown all the same. */
export const omissionReasons = ['no_strong_match', 'policy', 'not_among_the_best', 'no_room'] as const;
export type OmissionReason = (typeof omissionReasons)[number];

/** What the door of admission says of one memory. */
export interface Admission {
  readonly admitted: boolean;
  /** All that speaks against it; empty when admitted. */
  readonly refusals: readonly RefusalReason[];
  /** Said along with it when it is shown to somebody who asked. */
  readonly warnings: readonly RefusalReason[];
}
