import { describeEvidence } from '../../failures/matching/describe-evidence.ts';
import type { LeftOutMemory, RecalledMemory, Recollection } from '../../model/answers/recollection.ts';
import type { MemoryCard } from '../../model/card.ts';
import type { DecisionReceipt } from '../../model/decision.ts';
import type { AnswerLevel, FailureMatch } from '../../model/evidence.ts';
import type { FailureProfile } from '../../model/failure.ts';
import { failureOf } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { globalScope, type Scope, scopeOf } from '../../model/provenance.ts';
import { renderPack } from '../../packing/render-pack.ts';
import type { ConsideredCandidate } from './considered-candidate.ts';
import { contextUnits } from './context-units.ts';
import type { AnswerVerdict } from './judge-answer.ts';
import { type RecordedDecision, tokensOf } from './record-decision.ts';

interface DescribedDecision extends RecordedDecision {
  readonly match: FailureMatch | undefined;
  /** Set when something was asked in words alone. */
  readonly answer: AnswerVerdict | undefined;
}

/** The answer: what is shown, what is not and why, and the pack. @param nonce of the pack's fence */
export function describeRecollection(decision: DescribedDecision, nonce: string): Recollection {
  const {
    considered,
    cards,
    budgetTokens,
    receipt,
    recorded,
    match,
    answer,
    commits,
    places = [],
    summaries = [],
  } = decision;
  const cardsById = new Map(cards.map((card) => [card.itemId, card]));
  const memories = considered.flatMap((candidate): RecalledMemory[] => {
    const card = cardsById.get(candidate.item.id);
    if (card === undefined) return [];
    const {
      item,
      relevance,
      strength,
      freshness = 'none',
      admission,
      standing,
      answer: own,
      reached,
    } = candidate;
    const compared = evidenceFor(item, receipt.failure);
    const { warnings } = admission;
    return [
      {
        ...{ item, card, relevance, strength, freshness, warnings, outcomes: standing.outcomes },
        ...(own === undefined || reached !== undefined ? {} : { confidence: own.confidence }),
        ...(answer === undefined || reached !== undefined ? {} : { level: levelOf(card) }),
        ...(reached === undefined ? {} : { reached }),
        ...compared,
      },
    ];
  });
  const isAnswered = memories.some((memory) => memory.reached === undefined);
  return {
    kind: isAnswered ? 'recalled' : isAnythingNear(considered, answer) ? 'abstained' : 'nothing_known',
    ...(answer === undefined ? {} : { level: shownLevel(memories) }),
    ...(answer?.estimate === undefined ? {} : { answer: answer.estimate }),
    ...(isAnswered || answer?.reason === undefined ? {} : { reason: answer.reason }),
    decisionId: receipt.id,
    memories,
    units: contextUnits({ memories, commits, places, summaries, scope: repositoryScope(receipt) }),
    ...(match === undefined ? {} : { match }),
    ...(commits.length === 0 ? {} : { commits }),
    ...(places.length === 0 ? {} : { places }),
    ...(summaries.length === 0 ? {} : { summaries }),
    // What was put away is hidden, its title as well; the receipt says of it why.
    leftOut: considered
      .filter(({ item }) => !cardsById.has(item.id) && item.status !== 'archived')
      .map(leftOut),
    ...(receipt.failure === undefined ? {} : { failure: receipt.failure }),
    pack: {
      cards,
      text: renderPack(cards, nonce, { commits, places, summaries }),
      tokens: tokensOf(decision),
      budgetTokens,
    },
    recorded,
  };
}

/** Where what an index yields holds. Without a repository there is none, and nothing that it yields. */
function repositoryScope({ repositoryId }: DecisionReceipt): Scope {
  return repositoryId === undefined ? globalScope : scopeOf('repo', repositoryId);
}

function levelOf({ isPerhaps }: MemoryCard): 'likely' | 'perhaps' {
  return isPerhaps ? 'perhaps' : 'likely';
}

function shownLevel(memories: readonly RecalledMemory[]): AnswerLevel {
  const levels = memories.flatMap(({ level }) => level ?? []);
  return levels.find((level) => level === 'likely') ?? levels[0] ?? 'nothing';
}

function evidenceFor(
  item: MemoryItem,
  failure: FailureProfile | undefined,
): Pick<RecalledMemory, 'evidence'> {
  const known = failureOf(item.body);
  return failure === undefined || known === undefined ? {} : { evidence: describeEvidence(failure, known) };
}

/** What is too little to answer the question is not near it, whoever may see it. */
function isAnythingNear(
  considered: readonly ConsideredCandidate[],
  answer: AnswerVerdict | undefined,
): boolean {
  return (
    answer?.isKnown !== false &&
    considered.some(({ strength, reached }) => strength !== 'different' && reached === undefined)
  );
}

function leftOut({ item, admission, omitted }: ConsideredCandidate): LeftOutMemory {
  if (!admission.admitted) return { item, reasons: admission.refusals };
  return { item, reasons: [omitted ?? 'no_room'] };
}
