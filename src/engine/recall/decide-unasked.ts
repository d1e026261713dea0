import { decide } from '../../gate/decide.ts';
import { silenced } from '../../gate/overrides.ts';
import type { DecisionId, PolicyVerdict } from '../../model/decision.ts';
import type { FailureMatch } from '../../model/evidence.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import { readGateKnowledge } from '../decisions/gate-knowledge.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import type { AdmittedCandidate } from './admit-candidates.ts';
import { describeGateState } from './describe-gate-state.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';
import { retrieveAgain } from './retrieve-again.ts';

interface UnaskedQuestion {
  readonly request: RecallMemoriesRequest;
  readonly query: QueryProfile;
  readonly candidates: readonly AdmittedCandidate[];
  readonly match: FailureMatch | undefined;
  readonly budgetTokens: number;
  readonly decisionId: DecisionId;
}

/** The policy's answer, with the candidates that its action left or found. */
export interface DecidedUnasked {
  readonly candidates: readonly AdmittedCandidate[];
  readonly verdict: PolicyVerdict;
}

/** Whether a memory is shown unasked: the policy's answer, with the state that it decided from, and what its action comes to. */
export async function decideUnasked(
  question: UnaskedQuestion,
  dependencies: RecallDependencies,
): Promise<DecidedUnasked> {
  const { candidates, decisionId } = question;
  const { settings, store, clock } = dependencies;
  const { known, log } = store.read((reader) => ({
    known: readGateKnowledge(reader, settings.gate, clock.nowMs()),
    log: reader.logEnd(),
  }));
  const { holdBackShare } = settings.gate;
  const decided = decide(describeGateState(question), { ...known, id: decisionId, holdBackShare });
  const verdict = { ...decided, log };
  const { action } = verdict;
  switch (action) {
    case 'high_precision_retrieval':
    case 'high_recall_retrieval':
      return await retrieveAgain({ ...question, verdict, action }, dependencies);
    case 'ask_feedback':
      // A question would cost tokens after failures that nothing is known of.
      return { candidates, verdict: silenced(verdict, 'nothing_to_ask', candidates.length) };
    default:
      return { candidates, verdict };
  }
}
