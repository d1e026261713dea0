import type { FailureScore } from '../../failures/matching/score-failure.ts';
import type { GateSettings } from '../../gate/options.ts';
import { isClearlySame } from '../../gate/overrides.ts';
import type { ItemId } from '../../model/brands.ts';
import type {
  ConsideredMemory,
  DecisionId,
  DecisionMoment,
  DecisionReceipt,
  EmbeddingReceipt,
  Judgement,
  MatchStrength,
  NamedPlace,
  PolicyVerdict,
} from '../../model/decision.ts';
import { defined } from '../../model/defined.ts';
import { type ErrorCode, isAfterwitError } from '../../model/errors.ts';
import { leaf, type ScoreTree } from '../../model/evidence.ts';
import type { FailureComparison } from '../../model/failure.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import type { QueryProfile } from '../../query/profile-failure.ts';
import { compareMemories, estimateAnswer, explainAnswer } from '../../retrieval/answer-evidence.ts';
import { queryTerms } from '../../retrieval/item-terms.ts';
import { leastRelevance, rankItems } from '../../retrieval/rank-items.ts';
import { describeCaveat } from '../../wording/descriptions.ts';
import { measureReceipt } from '../decisions/count-rates.ts';
import { addToGate, addToLog, readGateKnowledge } from '../decisions/gate-knowledge.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { type Candidate, candidateEvidence } from './candidate.ts';
import { type Pack, tokensOfPack } from './fill-pack.ts';
import type { RecallMemoriesRequest } from './moments.ts';

export interface NamedBeside {
  readonly places: readonly NamedPlace[];
  /** Failures whose rules are named. */
  readonly rules?: readonly ItemId[];
  /** Tokens of all that is beside the memories. */
  readonly tokens: number;
}

interface Decision {
  readonly decisionId: DecisionId;
  readonly request: Omit<RecallMemoriesRequest, 'moment'> & { readonly moment: DecisionMoment };
  readonly query: QueryProfile;
  readonly pack: Pack;
  /** Absent where no policy decided. */
  readonly verdict?: PolicyVerdict | undefined;
  readonly beside?: NamedBeside | undefined;
  /** The memories are in the order of how likely each answers. */
  readonly isReranked?: boolean | undefined;
  readonly judgement?: Judgement | undefined;
  readonly embedding?: EmbeddingReceipt | undefined;
}

export interface RecordedDecision {
  /** The pack that is shown: without cards where they may not be shown after all. */
  readonly pack: Pack;
  readonly receipt: DecisionReceipt;
  readonly recorded: boolean;
}

const keptTerms = 6;

/** Longest wait of a recall for a writer; then it answers without a receipt, or not at all where it needs one. */
const receiptWaitMs = 200;

/** Faults of the memory's place that must not keep an answer from the caller. */
const storeFaults: readonly ErrorCode[] = ['MEMORY_BUSY', 'DISK_FULL', 'HOME_NOT_WRITABLE', 'MEMORY_TOO_NEW'];

/**
 * Writes the receipt, from which the showings are counted later. A memory is shown unasked only if the
 * receipt could be written; without it, no harm could be traced and nothing learned.
 */
export async function recordDecision(
  decision: Decision,
  dependencies: RecallDependencies,
): Promise<RecordedDecision> {
  const { request, pack } = decision;
  const receipt = receiptOf(decision, dependencies);
  const written = await writeReceipt(receipt, request, dependencies);
  if (written !== undefined) dependencies.tellMetrics?.(measureReceipt(written));
  const isShown = written === undefined ? request.moment === 'asked' : written === receipt;
  return {
    pack: isShown ? pack : { ...pack, cards: [], ways: [] },
    receipt: written ?? receipt,
    recorded: written !== undefined,
  };
}

/** The written receipt, silenced where another process used up the ledger meanwhile; undefined when it could not be written. */
export async function writeReceipt(
  receipt: DecisionReceipt,
  request: { readonly decisionId?: DecisionId | undefined },
  { store, settings }: Pick<RecallDependencies, 'store' | 'settings'>,
): Promise<DecisionReceipt | undefined> {
  try {
    return await store.transact(
      (transaction) => {
        if (request.decisionId !== undefined && transaction.decision(receipt.id) !== undefined)
          return undefined;
        const isUnasked = receipt.verdict !== undefined;
        const written = isUnasked ? withinLedger(receipt, transaction, settings.gate) : receipt;
        // A pack shown unasked enters the ledger with the receipt.
        if (isUnasked) addToGate(transaction, settings.gate, written);
        else addToLog(transaction, settings.gate, written);
        return written;
      },
      // An agent waits, and a loss of power ends its session as well (0043).
      { waitMs: receiptWaitMs, mayBeLost: receipt.moment === 'asked' ? 'never' : 'soon' },
    );
  } catch (fault) {
    if (isAfterwitError(fault) && storeFaults.includes(fault.code)) return undefined;
    throw fault;
  }
}

/** Two processes that decide at once both find the ledger open: the later writer is held to the earlier entry. */
function withinLedger(
  receipt: DecisionReceipt,
  transaction: MemoryTransaction,
  settings: GateSettings,
): DecisionReceipt {
  if (!receipt.considered.some(({ shown }) => shown)) return receipt;
  const { isOpen, isOpenToSame } = readGateKnowledge(transaction, settings, receipt.atMs).ledger;
  if (isClearlySameIn(receipt) ? isOpenToSame : isOpen) return receipt;
  const considered = receipt.considered.map((memory) =>
    memory.shown ? { ...memory, shown: false, omitted: 'policy' as const } : memory,
  );
  return { ...receipt, considered, usedTokens: 0 };
}

function isClearlySameIn({ verdict, considered }: DecisionReceipt): boolean {
  const shown = considered.filter((memory) => memory.shown);
  return verdict?.place === undefined && isClearlySame(verdict?.seen?.match, shown);
}

function receiptOf(
  { decisionId, request, query, pack, verdict, beside, isReranked, judgement, embedding }: Decision,
  dependencies: RecallDependencies,
): DecisionReceipt {
  const { repositoryId, scopes, clock } = dependencies;
  const { experiences = [], commits = [], places = [], summaries = [], ways = [] } = pack;
  const rules = [...(beside?.rules ?? []), ...ways.map(({ itemId }) => itemId)];
  const named = [
    ...[...places, ...summaries].map(({ path, confidence }): NamedPlace => ({ path, confidence })),
    ...(beside?.places ?? []),
  ];
  const { speaker, moment } = request;
  const { session } = speaker;
  const shown = new Set(pack.cards.map(({ itemId }) => itemId));
  const tokens = tokensOfPack(pack);
  const isNothingKnown = pack.cards.length + experiences.length + commits.length === 0;
  const elsewhere = moment === 'asked' && isNothingKnown ? countElsewhere(query, dependencies) : 0;
  return {
    id: decisionId,
    atMs: clock.nowMs(),
    moment,
    scopes,
    ...defined({ repositoryId, session, failure: query.failure, verdict, judgement, embedding }),
    client: speaker.kind === 'agent' ? speaker.name : speaker.source,
    query: query.summary,
    considered: pack.considered.map((candidate) =>
      consideredMemory(candidate, shown.has(candidate.item.id), verdict !== undefined),
    ),
    ...(commits.length === 0 ? {} : { commits: commits.map(idAndConfidence) }),
    ...(experiences.length === 0 ? {} : { experiences: experiences.map(idAndConfidence) }),
    ...(named.length === 0 ? {} : { places: named }),
    ...(rules.length === 0 ? {} : { rules }),
    ...(isReranked ? { reranked: true } : {}),
    ...(elsewhere === 0 ? {} : { elsewhere }),
    budgetTokens: pack.budgetTokens,
    usedTokens: beside === undefined ? tokens : (tokens || frameTokens) + beside.tokens,
    // The log of decisions is the log of accesses: an agent that waits waits for no other row.
    countsLater: true,
  };
}

function idAndConfidence<Id>({ id, confidence }: { readonly id: Id; readonly confidence: number }) {
  return { id, confidence };
}

/** The terms that counted most: a receipt says why, it need not say it again in full. */
function trim({ value, description, parts }: ScoreTree): ScoreTree {
  const kept = parts.slice(0, keptTerms).map((part) => leaf(part.value, part.description));
  return { value, description, parts: kept };
}

/** The score that a receipt holds; a candidate that fits too little to be shown gets a single leaf. */
function scoreOf({ score, explain, strength }: Candidate): ScoreTree {
  return strength === 'different' ? leaf(score, 'words in common: too few to be shown') : trim(explain());
}

function explanationOf(
  comparison: FailureScore,
  sameness: FailureComparison | undefined,
  strength: MatchStrength,
): ScoreTree {
  if (strength !== 'different') {
    const fit = comparison.explain();
    return sameness === undefined ? fit : { ...fit, parts: [...fit.parts, describeSameness(sameness)] };
  }
  return leaf(comparison.value, 'F(q, c): too little to be shown');
}

function describeSameness({ likeness, strength, caveat, reason }: FailureComparison): ScoreTree {
  const but = caveat === undefined ? '' : `, but ${describeCaveat(caveat)}`;
  const because = strength === 'same' ? `the same failure${but}` : (reason ?? 'not the same failure');
  return leaf(likeness, `lines that say why and that both printed; ${because}`);
}

function consideredMemory(candidate: Candidate, isShown: boolean, isDecided: boolean): ConsideredMemory {
  const { item, relevance, strength, comparison, sameness, answer, freshness, admission, reached } =
    candidate;
  const evidence = isDecided ? candidateEvidence(candidate) : undefined;
  const omitted = candidate.omitted ?? (admission.admitted && !isShown ? 'no_room' : undefined);
  return {
    itemId: item.id,
    score: scoreOf(candidate),
    relevance,
    strength,
    ...defined({ evidence, omitted, reached }),
    ...(comparison === undefined ? {} : { comparison: explanationOf(comparison, sameness, strength) }),
    ...(answer === undefined ? {} : { answer: explainAnswer(answer) }),
    freshness: freshness ?? 'none',
    admission,
    tokenCost: item.tokenCost,
    shown: isShown,
  };
}

/** More of them say no more. */
const mostCounted = 5;

/**
 * Counts fitting memories of other scopes, where the scopes read have no answer: so a memory in the wrong scope, or a
 * question from the wrong place, is noticed (Memory V3, Risk 4). They are not shown.
 */
function countElsewhere(
  { words, failure }: QueryProfile,
  { store, scopes, settings: { retrieval } }: RecallDependencies,
): number {
  return store.read((reader) => {
    const others = reader.scopes().filter((scope) => !scopes.includes(scope));
    if (others.length === 0) return 0;
    const { candidates, statistics } = rankItems({
      ...{ reader, scopes: others, settings: retrieval, files: [], limit: mostCounted },
      terms: queryTerms(words, failure),
    });
    const holding = candidates.filter(({ item }) => item.status === 'active' && !item.quarantined);
    if (failure !== undefined) return holding.filter(({ relevance }) => relevance >= leastRelevance).length;
    const items = holding.map(({ item }) => item);
    const estimates = compareMemories(words, items, statistics).map(estimateAnswer);
    return estimates.filter(({ level }) => level !== 'nothing').length;
  });
}
