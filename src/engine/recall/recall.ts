import { compileCard } from '../../cards/compile-card.ts';
import { admit } from '../../gate/admit.ts';
import { policies } from '../../gate/policies.ts';
import type { PolicyVerdict } from '../../model/decision.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { Admission } from '../../model/gate.ts';
import type { Recollection } from '../../model/recollection.ts';
import { packCards } from '../../packing/pack-cards.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import { profileQuery, type QueryProfile } from '../../query/profile-query.ts';
import { failureText } from '../../retrieval/item-terms.ts';
import { rankItems } from '../../retrieval/rank-items.ts';
import { sessionRejections } from '../decisions/session-rejections.ts';
import { type ConsideredCandidate, chooseMemories } from './choose-memories.ts';
import { describeRecollection } from './describe-recollection.ts';
import { type InspectedCandidate, inspectCandidates } from './inspect-candidates.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';
import { recordDecision } from './record-decision.ts';
import type { RecallSurroundings } from './surroundings.ts';

const defaultTopK = 5;
/** Candidates looked at: more are found for whoever asks than are worth the time of a hook. */
const candidateLimits = { asked: 20, after_failure: 10 } as const;

/**
 * Raw context → query profile → candidates → what is true of them now → admission → decision → cards → pack → receipt:
 * the pipe of `docs/architecture.md`.
 *
 * @throws INVALID_ARGUMENT
 */
export async function recall(
  request: RecallMemoriesRequest,
  surroundings: RecallSurroundings,
): Promise<Recollection> {
  requireQuestion(request);
  const query = profileQuery({ ...request, ...(await withWorktree(request, surroundings)) });
  const candidates = await findCandidates(request, query, surroundings);
  const admissions = admit(candidates, {
    asked: request.moment === 'asked',
    scopes: surroundings.scopes,
  });
  const verdict = decide(request, candidates, admissions, surroundings);
  const considered = chooseMemories({
    candidates,
    admissions,
    verdict,
    topK: request.topK ?? defaultTopK,
  });
  const packed = pack(considered, budgetOf(request, surroundings));
  return describeRecollection(
    await recordDecision({ request, query, packed, verdict, surroundings }),
    surroundings.random.uuid().slice(-12),
  );
}

async function findCandidates(
  { moment, files = [], speaker }: RecallMemoriesRequest,
  { words, failure }: QueryProfile,
  surroundings: RecallSurroundings,
): Promise<readonly InspectedCandidate[]> {
  const { store, scopes, settings } = surroundings;
  const text = [words, failure === undefined ? '' : failureText(failure)].join('\n');
  const { ranked, outcomes, rejections } = store.read((reader) => {
    const found = rankItems({
      reader,
      scopes,
      text,
      files: files.map((file) => surroundings.files?.relative(file) ?? file),
      limit: candidateLimits[moment],
      settings: settings.retrieval,
    });
    return {
      ranked: found,
      outcomes: reader.outcomesAbout(found.map(({ item }) => item.id)),
      rejections: sessionRejections(reader, speaker.session),
    };
  });
  const { minimumRelevance } = settings.retrieval;
  const branchMatters = moment === 'asked' ? () => true : (strength: string) => strength === 'same';
  return inspectCandidates(
    ranked,
    { failure, minimumRelevance, outcomes, rejections, branchMatters },
    surroundings,
  );
}

/** Asked whether to show a memory unasked, the policy answers; whoever asks for memories is not refused by one. */
function decide(
  request: RecallMemoriesRequest,
  candidates: readonly InspectedCandidate[],
  admissions: readonly Admission[],
  surroundings: RecallSurroundings,
): PolicyVerdict | undefined {
  if (request.moment === 'asked') return undefined;
  const admitted = candidates.filter((_, position) => admissions[position]?.admitted);
  return policies[surroundings.settings.gate.policy].decide({
    candidates: admitted.map(({ item, relevance, strength }) => ({
      itemId: item.id,
      relevance,
      strength,
      tokenCost: item.tokenCost,
    })),
    nearCount: candidates.filter(({ strength }) => strength !== 'different').length,
    budgetTokens: budgetOf(request, surroundings) - frameTokens,
  });
}

/** What is chosen as cards, as many as the budget holds. */
function pack(considered: readonly ConsideredCandidate[], budgetTokens: number) {
  const cards = considered
    .filter(({ omitted, admission }) => admission.admitted && omitted === undefined)
    .map(({ item, standing, relevance, strength }) =>
      compileCard({ item, outcomes: standing.outcomes, utility: strength === 'same' ? 1 : relevance }),
    );
  return { considered, cards: packCards(cards, budgetTokens), budgetTokens };
}

function budgetOf({ budgetTokens }: RecallMemoriesRequest, { settings }: RecallSurroundings): number {
  return budgetTokens ?? settings.packing.budgetTokens;
}

async function withWorktree({ failure }: RecallMemoriesRequest, { worktree }: RecallSurroundings) {
  if (failure === undefined || worktree === undefined) return {};
  return { failure: { worktree, ...failure } };
}

function requireQuestion({ query, failure, moment, topK, budgetTokens }: RecallMemoriesRequest): void {
  const hasWords = (query ?? '').trim() !== '';
  const hasFailure = failure !== undefined && (failure.output.trim() !== '' || failure.command !== undefined);
  if (moment === 'after_failure' && !hasFailure) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'Nothing failed: give the output of the command that failed, and the command.',
    );
  }
  if (!hasWords && !hasFailure) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'There is nothing to recall by. Ask in words, or give the output of a command that failed.',
    );
  }
  requirePositive('topK', topK);
  requirePositive('budgetTokens', budgetTokens);
}

function requirePositive(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value > 0)) return;
  throw new AfterwitError('INVALID_ARGUMENT', `${name} is ${value}. Give a whole number of 1 or more.`, {
    data: { argument: name, found: String(value) },
  });
}
