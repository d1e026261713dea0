import type { MatchStrength, PolicyVerdict } from '../model/decision.ts';
import type { IssueMatch } from '../model/issue.ts';
import type { ItemId } from '../model/memory-item.ts';

/** One admitted memory, as a policy sees it. */
export interface PolicyCandidate {
  readonly itemId: ItemId;
  /** Share of the query that it covers, 0–1. */
  readonly relevance: number;
  readonly strength: MatchStrength;
  readonly tokenCost: number;
}

/** All that a policy decides from. Equal states lead to equal verdicts. */
export interface GateState {
  /** Admitted memories, best first. */
  readonly candidates: readonly PolicyCandidate[];
  /** How many bear on what is asked at all, admitted or not. */
  readonly nearCount: number;
  /** How well the failure at hand is known; absent where none is at hand. */
  readonly match?: IssueMatch;
  readonly budgetTokens: number;
}

/** The second door: whether and how memory enters a context unasked (RSCB-MC, Section 3). */
export interface Policy {
  readonly name: string;
  /** Raised whenever equal states may lead to other verdicts than before. */
  readonly version: number;
  decide(state: GateState): PolicyVerdict;
}
