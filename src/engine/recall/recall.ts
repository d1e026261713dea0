import { chooseMemories } from '../../gate/decide.ts';
import type { Recollection } from '../../model/answers/recollection.ts';
import { fenceNonce } from '../../redaction/neutralise-structure.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { askJudge } from './ask-judge.ts';
import type { Candidate } from './candidate.ts';
import { admitCandidates } from './check-candidates.ts';
import { decideUnasked } from './decide-unasked.ts';
import { describeRecollection } from './describe-recollection.ts';
import { expandCandidates } from './expand-candidates.ts';
import { fillPack } from './fill-pack.ts';
import { type FoundCandidates, findCandidates } from './find-candidates.ts';
import { answerLevel, judgeAnswer, matchFailure } from './judge-answer.ts';
import { type RecallMemoriesRequest, requireQuestion } from './moments.ts';
import { findNear } from './near-memories.ts';
import { type Question, readQuestion } from './question.ts';
import { recordDecision } from './record-decision.ts';

const defaultTopK = 5;

/**
 * The pipe of `docs/architecture.md`: find → check → decide → pack → record. Unasked, a policy decides about memories; asked,
 * it refuses none.
 * @throws INVALID_ARGUMENT
 */
export async function recall(
  request: RecallMemoriesRequest,
  dependencies: RecallDependencies,
): Promise<Recollection> {
  requireQuestion(request);
  const question = readQuestion(request, dependencies);
  const found = request.onlyFindings ? nothingFound : await find(question, dependencies);
  const checked = await check(found, question, dependencies);
  const decided = await decide(checked, question, dependencies);
  const pack = await fillPack({ ...found, ...checked, ...decided }, question, dependencies);
  const recorded = await recordDecision({ ...question, ...found, ...decided, pack }, dependencies);
  return describeRecollection({ ...checked, ...recorded }, fenceNonce(dependencies.random.uuid()));
}

const nothingFound: FoundCandidates = { candidates: [], rarityOf: () => undefined };

/** Candidates, the likeliest first; a judge, where there is one, has a say in the order. */
async function find(question: Question, dependencies: RecallDependencies) {
  const located = question.moment.byPlace ? await question.locate() : undefined;
  const near = await findNear(question, dependencies);
  const search = () => findCandidates(question, dependencies, located, near);
  const found = await search();
  const searchAgain = async () => (await search()).candidates;
  const judged = await askJudge({ ...found, searchAgain }, question, dependencies);
  return { ...found, ...judged, embedding: near?.receipt };
}

/** Checks whether each candidate may be shown, adds their neighbours, and judges how well the question is known. */
async function check(found: FoundCandidates, question: Question, dependencies: RecallDependencies) {
  const byWords = admitCandidates(found.candidates, question.moment, dependencies);
  const answer = judgeAnswer(byWords, question);
  const candidates = await expandCandidates({ candidates: byWords, answer }, question, dependencies);
  const match = question.query.failure && matchFailure(candidates, dependencies.settings.failures);
  return { candidates, answer, match };
}

/** Which of them are shown. */
async function decide(
  checked: Awaited<ReturnType<typeof check>>,
  question: Question,
  dependencies: RecallDependencies,
) {
  const { candidates, verdict } = question.moment.asked
    ? { candidates: checked.candidates, verdict: undefined }
    : await decideUnasked(checked, question, dependencies);
  const mayAnswer = (one: Candidate) => one.reached !== undefined || answerLevel(one) !== 'nothing';
  const topK = question.request.topK ?? defaultTopK;
  const considered = chooseMemories({
    ...{ candidates, verdict, topK },
    mayAnswer: checked.answer && mayAnswer,
  });
  return { considered, verdict };
}
