import { compileCard } from '../../cards/compile-card.ts';
import type { CardFocus } from '../../cards/select-passages.ts';
import { type JudgedCandidate, judgeMatch } from '../../failures/matching/judge-match.ts';
import type { FailureSettings } from '../../failures/options.ts';
import { admit } from '../../gate/admit.ts';
import { chooseMemories } from '../../gate/choose-memories.ts';
import type { Recollection } from '../../model/answers/recollection.ts';
import type { MemoryCard } from '../../model/card.ts';
import type { DecisionId } from '../../model/decision.ts';
import type { Admission } from '../../model/gate.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { FailureMatch } from '../../model/recorded-failure.ts';
import { isTrustedAs } from '../../model/trust.ts';
import { packCards } from '../../packing/pack-cards.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import { profileQuery } from '../../query/profile-query.ts';
import type { ConsideredCandidate } from './considered-candidate.ts';
import { decideUnasked } from './decide-unasked.ts';
import { describeRecollection } from './describe-recollection.ts';
import { findCandidates } from './find-candidates.ts';
import type { InspectedCandidate } from './inspect-candidates.ts';
import { judgeAnswer } from './judge-answer.ts';
import { offerCommits } from './offer-commits.ts';
import type { RecallDependencies } from './recall-dependencies.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';
import { recordDecision } from './record-decision.ts';
import { requireQuestion } from './require-question.ts';
import { weighTerms } from './weigh-terms.ts';

const defaultTopK = 5;

/**
 * Raw context → query profile → candidates → what is true of them now → admission → decision → cards → pack → receipt:
 * the pipe of `docs/architecture.md`.
 *
 * @throws INVALID_ARGUMENT
 */
export async function recall(
  request: RecallMemoriesRequest,
  dependencies: RecallDependencies,
): Promise<Recollection> {
  requireQuestion(request);
  const query = profileQuery({ ...request, ...(await withWorktree(request, dependencies)) });
  const { candidates, rarityOf } = await findCandidates(request, query, dependencies);
  const admissions = admit(candidates, {
    asked: request.moment === 'asked',
    scopes: dependencies.scopes,
  });
  const match =
    query.failure === undefined ? undefined : matchOf(candidates, admissions, dependencies.settings.failures);
  const decisionId = dependencies.random.uuid() as DecisionId;
  // Asked whether to show a memory unasked, the policy answers; whoever asks for memories is not refused by one.
  const verdict =
    request.moment === 'asked'
      ? undefined
      : decideUnasked(
          { candidates, admissions, match, budgetTokens: budgetOf(request, dependencies), decisionId },
          dependencies,
        );
  const answer = judgeAnswer(
    { request, query, candidates, admissions, rarityOf },
    dependencies.settings.retrieval,
  );
  const considered = chooseMemories({
    candidates,
    admissions,
    verdict,
    topK: request.topK ?? defaultTopK,
    mayAnswer: answer?.mayAnswer,
  });
  const focus = { weights: weighTerms(query, rarityOf) };
  const packed = pack(considered, focus, budgetOf(request, dependencies));
  const commits = await offerCommits(
    { request, focus, roomTokens: packed.budgetTokens - frameTokens - tokensOf(packed.cards) },
    dependencies,
  );
  return describeRecollection(
    {
      ...(await recordDecision({ decisionId, request, query, packed, commits, verdict, dependencies })),
      match,
      answer,
    },
    dependencies.random.uuid().slice(-12),
  );
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
  // A fix told of what was printed otherwise than here contradicts for that one, not for the failure at hand.
  const waiting = candidates.filter(
    ({ item, sameness }) =>
      item.quarantined &&
      item.status === 'active' &&
      (sameness === undefined || sameness.strength === 'same'),
  );
  return candidates.flatMap(({ comparison, sameness, item }, position) =>
    admissions[position]?.admitted && comparison !== undefined && sameness !== undefined
      ? [
          {
            score: comparison,
            sameness,
            fix: item.content,
            isContradicted: waiting.some((other) => contradicts(other.item, item)),
          },
        ]
      : [],
  );
}

/** A word that is believed less is no reason to be silent. */
function contradicts({ body, trust }: MemoryItem, known: MemoryItem): boolean {
  const doubt = body?.kind === 'variant' ? body.doubt : undefined;
  return doubt?.kind === 'contradiction' && doubt.variantId === known.id && isTrustedAs(trust, known.trust);
}

/** What is chosen as cards, as many as the budget holds. */
function pack(considered: readonly ConsideredCandidate[], focus: CardFocus, budgetTokens: number) {
  const cards = considered
    .filter(({ omitted, admission }) => admission.admitted && omitted === undefined)
    .map(({ item, standing, relevance, strength, comparison }) =>
      compileCard({
        item,
        outcomes: standing.outcomes,
        focus,
        utility: strength === 'same' ? 1 : (comparison?.value ?? relevance),
      }),
    );
  return { considered, cards: packCards(cards, budgetTokens), budgetTokens };
}

function tokensOf(cards: readonly MemoryCard[]): number {
  return cards.reduce((sum, { tokens }) => sum + tokens, 0);
}

function budgetOf({ budgetTokens }: RecallMemoriesRequest, { settings }: RecallDependencies): number {
  return budgetTokens ?? settings.packing.budgetTokens;
}

async function withWorktree({ failure }: RecallMemoriesRequest, { worktree }: RecallDependencies) {
  if (failure === undefined) return {};
  return { failure: { ...failure, worktree: failure.worktree ?? worktree } };
}
