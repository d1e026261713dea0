import type { ItemId } from './brands.ts';
import type { PlaceEvidence } from './evidence.ts';
import type { FailureLikeness } from './failure.ts';

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
  /** Shown beside the memory when it was asked for. */
  readonly warnings: readonly RefusalReason[];
}

/** Features of the state that a gate decides from, in their fixed order (RSCB-MC, Table 1). */
export const stateFeatures = [
  'top1_score',
  'top2_score',
  'score_margin',
  'candidate_entropy',
  'candidate_count',
  'family_confidence',
  'entity_match_ratio',
  'command_signature_match',
  'path_signature_match',
  'stack_signature_match',
  'session_rejection_count',
  'historical_acceptance_rate',
  'historical_false_positive_rate',
  'estimated_latency_ms',
  'estimated_token_cost',
  'token_budget_remaining',
] as const;
export type StateFeature = (typeof stateFeatures)[number];

/** Version of features, their meaning and their ranges. Another feature is a new version, never an edit. */
export const stateVersion = 1;

/** The state in the units of each feature: shares 0–1, counts, milliseconds, tokens. */
export type StateVector = Readonly<Record<StateFeature, number>>;

/** Evidence that either side lacks speaks neither for nor against. */
export const untold = 0.5;

/** One admitted memory, as a policy sees it. */
export interface GateCandidate {
  readonly itemId: ItemId;
  /** Share of the query that it covers, 0–1. */
  readonly relevance: number;
  readonly strength: FailureLikeness;
  readonly tokenCost: number;
  /** How well its failure fits; absent when either side is none. */
  readonly evidence?: CandidateEvidence | undefined;
  /** Its fix changed a place that likely changes now; absent where none was located, or it changed another. */
  readonly place?: PlaceEvidence | undefined;
  /** It, or something near it, was turned down in this session; 0–1. */
  readonly sessionPenalty?: number | undefined;
  /** Times that it was judged a false positive, and was judged at all. */
  readonly judged?: { readonly falsePositives: number; readonly all: number } | undefined;
}

/** Evidence of how well one known failure fits the one at hand, as numbers 0–1. */
export interface CandidateEvidence {
  /** F(q, c), Eq. 7. */
  readonly score: number;
  /** Share of the words of both outputs that are in both. */
  readonly likeness: number;
  /** Confidence that both are of one family of failures. */
  readonly family: number;
  /** Share of the query's names that the known failure has too. */
  readonly entities: number;
  readonly command: number;
  readonly path: number;
  readonly stack: number;
  /** Environment of the run; older receipts have none. */
  readonly environment?: number;
  /** The known failure is about another name of the same kind. */
  readonly conflicts: boolean;
  /** They are two failures, even where all else agrees. */
  readonly isOther: boolean;
}
