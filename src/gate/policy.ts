import type { MatchStrength, PolicyVerdict } from '../model/decision.ts';
import type { ItemId } from '../model/memory-item.ts';
import type { FailureMatch } from '../model/recorded-failure.ts';

/** One admitted memory, as a policy sees it. */
export interface PolicyCandidate {
  readonly itemId: ItemId;
  /** Share of the query that it covers, 0–1. */
  readonly relevance: number;
  readonly strength: MatchStrength;
  readonly tokenCost: number;
}

/** Everything from which a policy decides. Equal states give equal verdicts. */
export interface GateState {
  /** Admitted memories, best first. */
  readonly candidates: readonly PolicyCandidate[];
  /** Number of relevant memories, admitted or not. */
  readonly nearCount: number;
  /** How well the failure at hand is known; absent where none is at hand. */
  readonly match?: FailureMatch;
  readonly budgetTokens: number;
}

/** The second stage of the gate: decides whether and how memories enter a context unasked (RSCB-MC, Section 3). */
export interface Policy {
  readonly name: string;
  /** Increased whenever equal states may give other verdicts than before. */
  readonly version: number;
  decide(state: GateState): PolicyVerdict;
}
