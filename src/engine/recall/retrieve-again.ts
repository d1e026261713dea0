import { isSpecific, shownBy } from '../../gate/actions.ts';
import { overrideOf, silenced } from '../../gate/overrides.ts';
import type { PolicyCandidate } from '../../gate/policy.ts';
import type { PolicyVerdict } from '../../model/decision.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { type AdmittedCandidate, admitCandidates } from './admit-candidates.ts';
import { describeGateState } from './describe-gate-state.ts';
import { findCandidates } from './find-candidates.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';

/** What is retrieved once more, and what of it is shown. */
interface RetrievedAgain {
  readonly candidates: readonly AdmittedCandidate[];
  readonly verdict: PolicyVerdict;
}

interface RetrievalAction {
  readonly action: 'high_precision_retrieval' | 'high_recall_retrieval';
  readonly verdict: PolicyVerdict;
  readonly request: RecallMemoriesRequest;
  readonly query: QueryProfile;
  readonly budgetTokens: number;
}

const kept: Readonly<Record<RetrievalAction['action'], (candidate: PolicyCandidate) => boolean>> = {
  high_precision_retrieval: isSpecific,
  high_recall_retrieval: ({ strength, evidence }) =>
    strength !== 'different' && !evidence?.conflicts && !evidence?.isOther,
};

/**
 * Retrieves once more, as the decision asks: narrowly, what every signature speaks for and no name against; or widely, whatever is
 * near. Then admission and overrides again. Nothing is decided a second time: where nothing is left, nothing is shown.
 */
export async function retrieveAgain(
  { action, verdict, request, query, budgetTokens }: RetrievalAction,
  dependencies: RecallDependencies,
): Promise<RetrievedAgain> {
  const found = await findCandidates(request, query, dependencies, { breadth: action });
  const candidates = admitCandidates(found.candidates, { asked: false }, dependencies);
  const state = describeGateState({ candidates, match: undefined, budgetTokens });
  const shows = state.candidates
    .filter((one) => one.evidence !== undefined && kept[action](one))
    .filter((one) => overrideOf(one) === undefined)
    .slice(0, shownBy[action])
    .map(({ itemId }) => itemId);
  const held =
    shows.length === 0 ? silenced(verdict, 'nothing_to_show', state.nearCount) : { ...verdict, shows };
  return { candidates, verdict: held };
}
