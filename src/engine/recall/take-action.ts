import { compileQuestion } from '../../cards/compile-question.ts';
import { silenced } from '../../gate/overrides.ts';
import type { PolicyVerdict } from '../../model/decision.ts';
import type { Admission } from '../../model/gate.ts';
import type { GateQuestion } from '../../model/gate-question.ts';
import { seenFixOf } from '../../model/seen-fix.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import { renderQuestion } from '../../packing/render-question.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import type { InspectedCandidate } from './inspect-candidates.ts';
import type { RecallDependencies } from './recall-dependencies.ts';
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
  readonly question?: GateQuestion;
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
      return putQuestion(decided);
    default:
      return { candidates, admissions, verdict };
  }
}

/** Asks which of those that may be shown is meant. */
function putQuestion({ verdict, query, candidates, admissions, budgetTokens }: DecidedRecall): TakenAction {
  const near = candidates.filter(
    // Of what was only seen in a session, no word that a command printed is put before anybody unasked.
    ({ item, comparison }, position) =>
      comparison !== undefined && admissions[position]?.admitted && seenFixOf(item) === undefined,
  );
  const question = compileQuestion(
    near.map(({ item }) => item),
    query.failure,
  );
  const known = { candidates, admissions };
  if (question === undefined || questionTokens(question) > budgetTokens)
    return { ...known, verdict: silenced(verdict, 'nothing_to_ask', near.length) };
  const asks = question.answers.map(({ itemId }) => itemId);
  return { ...known, verdict: { ...verdict, asks }, question };
}

function questionTokens(question: GateQuestion): number {
  return frameTokens + estimateTokens(renderQuestion(question));
}
