/** Actions the gate can choose for the candidate memories (RSCB-MC, Table 2). */
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
  'applied',
  'stale',
  'orphaned',
  'other_branch',
  'rejected_before',
  'shown_before',
  'avoided_strategy',
  'contradicts_another',
  'too_many_of_one_origin',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Why an admitted memory is still not shown. */
export const omissionReasons = [
  'no_strong_match',
  'unlikely_answer',
  'policy',
  'not_among_the_best',
  'says_nothing',
  'no_room',
] as const;
export type OmissionReason = (typeof omissionReasons)[number];

/** Why an injection that a policy chose is replaced by silence. */
export const overrideReasons = [
  'nothing_to_show',
  'nothing_to_ask',
  'rejected_in_session',
  'entity_conflict',
  'other_failure',
  'two_fixes',
  'often_wrong',
  'silence_is_better',
  'place_unlikely',
  'risk_above_threshold',
  'drift_alarm',
  'ledger_closed',
  'held_back',
] as const;
export type OverrideReason = (typeof overrideReasons)[number];

/** The admission check's result for one memory. */
export interface Admission {
  readonly admitted: boolean;
  /** Reasons to refuse it; empty when admitted. */
  readonly refusals: readonly RefusalReason[];
  /** Shown beside the memory when someone asked for it. */
  readonly warnings: readonly RefusalReason[];
}
