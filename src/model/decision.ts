import type { Freshness } from './anchor.ts';
import type { FailureProfile } from './failure.ts';
import type { Admission, GateAction, OmissionReason } from './gate.ts';
import type { ItemId } from './memory-item.ts';
import type { RedactedText } from './redacted-text.ts';
import type { RepositoryId } from './repository.ts';
import type { Scope } from './scope.ts';
import type { ScoreTree } from './score-tree.ts';

/** Random UUID of a decision. */
export type DecisionId = string & { readonly __brand: 'DecisionId' };

/** At which moment of an agent's work, or at whose request, it was decided whether to show memories. */
export type DecisionMoment = 'asked' | 'after_failure';

/** How well a memory fits what is asked about. `same`: the failure it resolved; `similar`: may bear on it. */
export type MatchStrength = 'same' | 'similar' | 'different';

/** One memory that was considered. It is named, never quoted: forgetting it takes nothing out of receipts. */
export interface ConsideredMemory {
  readonly itemId: ItemId;
  /** Lexical score (BM25) and everything it was made of. */
  readonly score: ScoreTree;
  /** Share of the query's words that it holds, each weighted by how rare it is, 0–1. */
  readonly relevance: number;
  readonly strength: MatchStrength;
  /** How its failure compares with the one at hand; there when both are failures. */
  readonly comparison?: ScoreTree;
  readonly freshness: Freshness | 'none';
  readonly admission: Admission;
  readonly tokenCost: number;
  readonly shown: boolean;
  /** Why it is not shown although it was admitted. */
  readonly omitted?: OmissionReason;
}

/** What a policy made of it: every action with its score, the best first. */
export interface PolicyVerdict {
  readonly policy: string;
  readonly policyVersion: number;
  readonly action: GateAction;
  /** Probability with which the policy takes this action here, 0–1. */
  readonly propensity: number;
  readonly reason: string;
  readonly actionScores: readonly { readonly action: GateAction; readonly score: ScoreTree }[];
}

/** Everything a decision was made from, so that it can be explained, and made again to the same end. */
export interface DecisionReceipt {
  readonly id: DecisionId;
  readonly atMs: number;
  readonly moment: DecisionMoment;
  readonly repositoryId?: RepositoryId;
  readonly scopes: readonly Scope[];
  /** Session of the agent, as the agent names it. */
  readonly session?: string;
  /** Program that asked: `cli`, `claude-code`. */
  readonly client: string;
  /** What was asked, redacted and cut. */
  readonly query: RedactedText;
  /** The failure at hand; there when a command failed. */
  readonly failure?: FailureProfile;
  readonly considered: readonly ConsideredMemory[];
  /** Absent when memories were asked for: whoever asks is not refused by a policy. */
  readonly verdict?: PolicyVerdict;
  readonly budgetTokens: number;
  readonly usedTokens: number;
}

export const outcomeKinds = [
  'verified',
  'accepted',
  'rejected',
  'false_positive',
  'correct_abstain',
  'missed',
  'ignored',
] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

/** What came of a decision, or of one memory it showed. */
export interface Outcome {
  /** Equal for equal feedback, which is then counted once. */
  readonly id: string;
  readonly decisionId: DecisionId;
  readonly itemId?: ItemId;
  readonly kind: OutcomeKind;
  readonly by: 'user' | 'agent' | 'tests' | 'inference';
  readonly principal: string;
  /** Session of the agent in which it came to this, as the agent names it. */
  readonly session?: string;
  readonly atMs: number;
}

/** How often each outcome was given to a memory. */
export type OutcomeCounts = Readonly<Partial<Record<OutcomeKind, number>>>;
