import { contestsFix } from '../../failures/matching/contests-fix.ts';
import { type JudgedCandidate, judgeMatch } from '../../failures/matching/judge-match.ts';
import type { FailureSettings } from '../../failures/options.ts';
import { admit } from '../../gate/admit.ts';
import { chooseMemories } from '../../gate/choose-memories.ts';
import type { Recollection } from '../../model/answers/recollection.ts';
import type { DecisionId } from '../../model/decision.ts';
import type { FailureComparison } from '../../model/failure.ts';
import type { Admission } from '../../model/gate.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { FailureMatch } from '../../model/recorded-failure.ts';
import { profileQuery } from '../../query/profile-query.ts';
import { circumstanceTest } from '../circumstance/known-circumstance.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { askJudge } from './ask-judge.ts';
import { decideUnasked } from './decide-unasked.ts';
import { describeRecollection } from './describe-recollection.ts';
import { expandCandidates } from './expand-candidates.ts';
import { fillPack } from './fill-pack.ts';
import { findCandidates } from './find-candidates.ts';
import type { InspectedCandidate } from './inspect-candidates.ts';
import { answerLevel, judgeAnswer } from './judge-answer.ts';
import { locateAsked, locatePlaces } from './locate-places.ts';
import { mayContradict } from './may-contradict.ts';
import { once } from './once.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';
import { recordDecision } from './record-decision.ts';
import { requireQuestion } from './require-question.ts';
import { takeAction } from './take-action.ts';
import { weighTerms } from './weigh-terms.ts';

const defaultTopK = 5;

/**
 * Raw context → query profile → candidates → what is true of them now → a judge, where there is one → admission → decision → cards → pack → receipt:
 * the pipe of `docs/architecture.md`.
 *
 * @throws INVALID_ARGUMENT
 */
export async function recall(
  request: RecallMemoriesRequest,
  dependencies: RecallDependencies,
): Promise<Recollection> {
  requireQuestion(request);
  const query = profileQuery(
    { ...request, ...(await withWorktree(request, dependencies)) },
    circumstanceOf(request, dependencies),
  );
  const located = await locatePlaces(request, dependencies);
  const search = () => findCandidates(request, query, dependencies, { located });
  const { rarityOf, ...inOrder } = await search();
  const searchAgain = async () => (await search()).candidates;
  const { judgement, ...found } = await askJudge({ request, query, ...inOrder, searchAgain }, dependencies);
  const standing = {
    asked: request.moment === 'asked',
    scopes: dependencies.scopes,
    mayContradict: mayContradict(dependencies),
  };
  const admissionsByWords = admit(found.candidates, standing);
  const byWords = { candidates: found.candidates, admissions: admissionsByWords };
  const answer = judgeAnswer({ request, query, ...byWords });
  const locate = once(() => locateAsked(request, dependencies));
  const expanded = await expandCandidates({ request, answer, locate, ...byWords }, dependencies);
  const admitted = expanded === found.candidates ? admissionsByWords : admit(expanded, standing);
  const match =
    query.failure === undefined ? undefined : matchOf(expanded, admitted, dependencies.settings.failures);
  const decisionId = request.decisionId ?? (dependencies.random.uuid() as DecisionId);
  const budgetTokens = budgetOf(request, dependencies);
  const considerable = { candidates: expanded, admissions: admitted };
  // Asked whether to show a memory unasked, the policy answers; whoever asks for memories is not refused by one.
  const decided =
    request.moment === 'asked'
      ? undefined
      : decideUnasked({ ...considerable, match, budgetTokens, decisionId }, dependencies);
  const { candidates, admissions, verdict } =
    decided === undefined
      ? { ...considerable, verdict: undefined }
      : await takeAction({ ...considerable, verdict: decided, request, query, budgetTokens }, dependencies);
  const considered = chooseMemories({
    candidates,
    admissions,
    verdict,
    topK: request.topK ?? defaultTopK,
    mayAnswer:
      answer &&
      ((candidate: InspectedCandidate) =>
        candidate.reached !== undefined || answerLevel(candidate) !== 'nothing'),
  });
  const focus = { weights: weighTerms(query, rarityOf) };
  const filled = await fillPack(
    {
      ...{ request, query, locate, answer, considered, focus, budgetTokens },
      mayContradict: mayContradict(dependencies),
      action: verdict?.action,
      isByPlace: verdict?.place !== undefined,
      isUnasked: request.moment !== 'asked',
      disclosure: request.disclosure ?? dependencies.settings.disclosure.mode,
    },
    dependencies,
  );
  return describeRecollection(
    {
      ...(await recordDecision({
        decisionId,
        request,
        query,
        ...filled,
        verdict,
        isReranked: inOrder.isReranked,
        judgement,
        dependencies,
      })),
      match,
      answer,
    },
    dependencies.random.uuid().slice(-12),
  );
}

/** What runs of the same command print when they pass, too. */
function circumstanceOf(
  { failure }: RecallMemoriesRequest,
  { store, repositoryId, settings }: RecallDependencies,
): ((line: string) => boolean) | undefined {
  if (failure === undefined || settings.failures.learnCircumstance === 'off') return undefined;
  const place = { repositoryId, command: failure.command };
  return store.read((reader) => circumstanceTest(reader, place, settings.failures));
}

/** How well the failure is known. What was turned down is known, but may not be shown, and is said so. */
function matchOf(
  candidates: readonly InspectedCandidate[],
  admissions: readonly Admission[],
  settings: FailureSettings,
): FailureMatch {
  const match = judgeMatch(knownFailures(candidates, admissions), settings);
  const isTurnedDown = candidates.some(
    ({ strength, sameness }, position) =>
      (strength !== 'different' || sameness?.strength === 'same') &&
      admissions[position]?.refusals.includes('rejected_before'),
  );
  if (match.status !== 'abstain' || !isTurnedDown) return match;
  return { ...match, reason: 'what is known of it was turned down before' };
}

/** Those that may be shown: what was rejected, or is of another scope, says nothing of how well a failure is known. */
function knownFailures(
  candidates: readonly InspectedCandidate[],
  admissions: readonly Admission[],
): readonly JudgedCandidate[] {
  const others = candidates.filter(
    ({ item }, position) => admissions[position]?.admitted || (item.quarantined && item.status === 'active'),
  );
  return candidates.flatMap(({ comparison, sameness, item }, position) =>
    admissions[position]?.admitted && comparison !== undefined && sameness !== undefined
      ? [
          {
            score: comparison,
            sameness,
            fix: item.content,
            isContested: others.some((other) => contests(other, { item, sameness })),
          },
        ]
      : [],
  );
}

function contests(
  { item, sameness }: InspectedCandidate,
  known: { readonly item: MemoryItem; readonly sameness: FailureComparison },
): boolean {
  // One that may not be merged is no other fix.
  const isMerge = item.body?.kind === 'variant' && item.body.doubt?.kind === 'merge';
  if (sameness === undefined || item.id === known.item.id || isMerge) return false;
  return contestsFix(toldFix(item, sameness), toldFix(known.item, known.sameness));
}

function toldFix({ content, trust }: MemoryItem, sameness: FailureComparison) {
  return { fix: content, trust, sameness };
}

function budgetOf({ budgetTokens }: RecallMemoriesRequest, { settings }: RecallDependencies): number {
  return Math.min(budgetTokens ?? settings.packing.budgetTokens, settings.memory.maxPromptBudgetTokens);
}

async function withWorktree({ failure }: RecallMemoriesRequest, { worktree }: RecallDependencies) {
  if (failure === undefined) return {};
  return { failure: { ...failure, worktree: failure.worktree ?? worktree } };
}
