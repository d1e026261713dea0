import { silenced } from '../../gate/overrides.ts';
import type { PolicyVerdict } from '../../model/decision.ts';
import type { Admission } from '../../model/gate.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import type { InspectedCandidate } from './inspect-candidates.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';
import { retrieveAgain } from './retrieve-again.ts';

interface DecidedRecall {
  readonly verdict: PolicyVerdict;
  readonly request: RecallMemoriesRequest;
  readonly query: QueryProfile;
  readonly candidates: readonly InspectedCandidate[];
  readonly admissions: readonly Admission[];
  readonly budgetTokens: number;
}

export interface TakenAction {
  readonly candidates: readonly InspectedCandidate[];
  readonly admissions: readonly Admission[];
  readonly verdict: PolicyVerdict;
}

/** What the action chosen comes to. Most show what is at hand, or nothing; a rule takes no other. */
export async function takeAction(
  decided: DecidedRecall,
  dependencies: RecallDependencies,
): Promise<TakenAction> {
  const { verdict, candidates, admissions } = decided;
  const { action } = verdict;
  switch (action) {
    case 'high_precision_retrieval':
    case 'high_recall_retrieval':
      return await retrieveAgain({ ...decided, action }, dependencies);
    case 'ask_feedback':
      // A question would cost tokens after failures that nothing is known of.
      return { candidates, admissions, verdict: silenced(verdict, 'nothing_to_ask', candidates.length) };
    default:
      return { candidates, admissions, verdict };
  }
}
