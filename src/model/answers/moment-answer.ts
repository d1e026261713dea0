import type { DecisionId } from '../decision.ts';

/** What an agent is told at a moment of its session, or why it is told nothing. Silence is a regular answer. */
export type MomentAnswer =
  | {
      readonly kind: 'card';
      /** Inside a fence, as notes that are no instructions. */
      readonly text: string;
      readonly decisionId: DecisionId;
    }
  | {
      /** A person's hard rule stops the call. */
      readonly kind: 'denied';
      /** What the rule says, and how a person lifts it. */
      readonly reason: string;
      readonly decisionId?: DecisionId;
    }
  | {
      readonly kind: 'silent';
      readonly reason: string;
      /** There where something was considered: the receipt says why it is not shown. */
      readonly decisionId?: DecisionId;
    };
