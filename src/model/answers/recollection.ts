import type { Freshness } from '../anchor.ts';
import type { MemoryCard, Pack } from '../card.ts';
import type {
  ConsideredMemory,
  DecisionId,
  DecisionReceipt,
  MatchStrength,
  Outcome,
  OutcomeCounts,
} from '../decision.ts';
import type { FailureProfile } from '../failure.ts';
import type { FailureEvidence } from '../failure-evidence.ts';
import type { OmissionReason, RefusalReason } from '../gate.ts';
import type { MemoryItem } from '../memory-item.ts';
import type { FailureMatch } from '../recorded-failure.ts';

/** One memory that is shown. */
export interface RecalledMemory {
  readonly item: MemoryItem;
  readonly card: MemoryCard;
  /** Share of the query's words that it holds, each weighted by how rare it is, 0–1. */
  readonly relevance: number;
  readonly strength: MatchStrength;
  readonly freshness: Freshness | 'none';
  /** Why it would not have been shown unasked. */
  readonly warnings: readonly RefusalReason[];
  /** What came of having shown it. */
  readonly outcomes?: OutcomeCounts;
  /** How its failure compares with the one at hand; there when both are failures. */
  readonly evidence?: FailureEvidence;
}

/** One memory that was considered and is not shown. */
export interface LeftOutMemory {
  readonly item: MemoryItem;
  readonly reasons: readonly (RefusalReason | OmissionReason)[];
}

/**
 * Answer of a recall. `nothing_known`: no memory bears on it. `abstained`: some do, none of them safe or useful enough.
 */
export interface Recollection {
  readonly kind: 'recalled' | 'abstained' | 'nothing_known';
  readonly decisionId: DecisionId;
  readonly memories: readonly RecalledMemory[];
  readonly leftOut: readonly LeftOutMemory[];
  /** How well the failure at hand is known; there when a failure was given. */
  readonly match?: FailureMatch;
  /** What was understood of the failure at hand; there when a failure was given. */
  readonly failure?: FailureProfile;
  readonly pack: Pack;
  /** False where the receipt could not be written, for want of room or rights. */
  readonly recorded: boolean;
}

/** A decision with what it was about; an item that was forgotten since is absent. */
export interface DecisionExplanation {
  readonly receipt: DecisionReceipt;
  readonly considered: readonly (ConsideredMemory & { readonly item?: MemoryItem })[];
  readonly outcomes: readonly Outcome[];
}

/** What became of something that was to be remembered. */
export interface RememberedItem {
  /** `known`: it was remembered before and is now confirmed. `quarantined`: it waits for a person (`afterwit review`). */
  readonly kind: 'added' | 'known' | 'quarantined';
  readonly item: MemoryItem;
  /** Secrets that were taken out, by kind. */
  readonly redactedSecrets: number;
}
