import { chooseMemories } from '../../gate/choose-memories.ts';
import type { Recollection } from '../../model/answers/recollection.ts';
import type { DecisionId } from '../../model/decision.ts';
import { profileQuery, type QueryProfile } from '../../query/profile-query.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { askJudge } from './ask-judge.ts';
import { type AdmittedCandidate, admitCandidates } from './check-candidates.ts';
import { decideUnasked } from './decide-unasked.ts';
import { describeRecollection } from './describe-recollection.ts';
import { expandCandidates } from './expand-candidates.ts';
import { fillPack, weighTerms } from './fill-pack.ts';
import { findCandidates } from './find-candidates.ts';
import { answerLevel, judgeAnswer, matchFailure } from './judge-answer.ts';
import { once } from './once.ts';
import { locateAsked, locatePlaces } from './places.ts';
import { type RecallMemoriesRequest, requireQuestion } from './recall-request.ts';
import { recordDecision } from './record-decision.ts';

const defaultTopK = 5;

/**
 * The pipe of `docs/architecture.md`: find → check → decide → pack → record. A policy decides what is shown unasked; nothing is refused
 * by one when it was asked for.
 *
 * @throws INVALID_ARGUMENT
 */
export async function recall(
  request: RecallMemoriesRequest,
  dependencies: RecallDependencies,
): Promise<Recollection> {
  requireQuestion(request);
  const { settings, random } = dependencies;
  const asked = request.moment === 'asked';
  const query = readQuestion(request, dependencies);
  const decisionId = request.decisionId ?? (random.uuid() as DecisionId);
  const budgetTokens = budgetOf(request, dependencies);
  const locate = once(() => locateAsked(request, dependencies));

  const { rarityOf, isReranked, judgement, ...found } = await find(request, query, dependencies);

  const byWords = admitCandidates(found.candidates, { asked }, dependencies);
  const answer = judgeAnswer({ request, query, candidates: byWords });
  const checked = await expandCandidates({ request, candidates: byWords, answer, locate }, dependencies);
  const match = query.failure && matchFailure(checked, settings.failures);

  const { candidates, verdict } = asked
    ? { candidates: checked, verdict: undefined }
    : await decideUnasked(
        { request, query, candidates: checked, match, budgetTokens, decisionId },
        dependencies,
      );
  const mayAnswer = (one: AdmittedCandidate) => one.reached !== undefined || answerLevel(one) !== 'nothing';
  const topK = request.topK ?? defaultTopK;
  const considered = chooseMemories({ candidates, verdict, topK, mayAnswer: answer && mayAnswer });

  const filled = await fillPack(
    {
      ...{ request, query, locate, answer, considered, budgetTokens },
      focus: { weights: weighTerms(query, rarityOf) },
      mayContradict: !settings.memory.v3.contradiction.enabled,
      action: verdict?.action,
      isByPlace: verdict?.place !== undefined,
      isUnasked: !asked,
      disclosure: request.disclosure ?? settings.disclosure.mode,
    },
    dependencies,
  );
  const recorded = await recordDecision({
    ...{ decisionId, request, query, ...filled, verdict, isReranked, judgement, dependencies },
  });
  return describeRecollection({ ...recorded, match, answer }, random.uuid().slice(-12));
}

function readQuestion(request: RecallMemoriesRequest, { worktree }: RecallDependencies): QueryProfile {
  const { failure } = request;
  if (failure === undefined) return profileQuery(request);
  return profileQuery({ ...request, failure: { ...failure, worktree: failure.worktree ?? worktree } });
}

/** Candidates, the likeliest first; a judge, where there is one, has a say in the order. */
async function find(request: RecallMemoriesRequest, query: QueryProfile, dependencies: RecallDependencies) {
  const located = await locatePlaces(request, dependencies);
  const search = () => findCandidates(request, query, dependencies, { located });
  const found = await search();
  const searchAgain = async () => (await search()).candidates;
  return { ...found, ...(await askJudge({ request, query, ...found, searchAgain }, dependencies)) };
}

function budgetOf({ budgetTokens }: RecallMemoriesRequest, { settings }: RecallDependencies): number {
  return Math.min(budgetTokens ?? settings.packing.budgetTokens, settings.memory.maxPromptBudgetTokens);
}
