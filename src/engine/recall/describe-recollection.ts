import { describeEvidence } from '../../failures/matching/describe-evidence.ts';
import {
  type Beside,
  besideNames,
  type LeftOutMemory,
  type RecalledMemory,
  type RecalledPlace,
  type Recollection,
} from '../../model/answers/recollection.ts';
import type { RedactedText } from '../../model/brands.ts';
import { type ContextBank, type ContextUnit, contextBanks, type MemoryCard } from '../../model/card.ts';
import type { DecisionReceipt } from '../../model/decision.ts';
import type { AnswerLevel, FailureMatch } from '../../model/evidence.ts';
import type { FailureProfile } from '../../model/failure.ts';
import { failureOf } from '../../model/item-body.ts';
import type { ItemType, MemoryItem } from '../../model/memory-item.ts';
import { globalScope, type Scope, scopeOf } from '../../model/provenance.ts';
import { renderPack } from '../../packing/render-pack.ts';
import type { Candidate } from './candidate.ts';
import { tokensOfPack } from './fill-pack.ts';
import type { AnswerVerdict } from './judge-answer.ts';
import type { RecordedDecision } from './record-decision.ts';

interface DescribedDecision extends RecordedDecision {
  readonly match?: FailureMatch | undefined;
  /** Set when something was asked in words alone. */
  readonly answer?: AnswerVerdict | undefined;
}

/** Describes the answer: shown memories, reasons for the others, and the pack. @param nonce of the pack's fence */
export function describeRecollection(decision: DescribedDecision, nonce: string): Recollection {
  const { pack, receipt, recorded, match, answer } = decision;
  const { considered, cards, budgetTokens } = pack;
  const beside = besideIn(pack);
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
    units: contextUnits({ memories, ...beside, scope: repositoryScope(receipt) }),
    ...(match === undefined ? {} : { match }),
    ...beside,
    // A memory put away is hidden, its title as well; only the receipt gives the reason.
    leftOut: considered
      .filter(({ item }) => !cardsById.has(item.id) && item.status !== 'archived')
      .map(leftOut),
    ...(receipt.failure === undefined ? {} : { failure: receipt.failure }),
    pack: {
      cards,
      text: renderPack(cards, nonce, beside),
      tokens: tokensOfPack(pack),
      budgetTokens,
    },
    recorded,
  };
}

/** Scope of an index's answers. Without a repository there is none, and no such answer. */
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

/** Whether a candidate is near the question; none is near where nothing answers it. */
function isAnythingNear(considered: readonly Candidate[], answer: AnswerVerdict | undefined): boolean {
  return (
    answer?.isKnown !== false &&
    considered.some(({ strength, reached }) => strength !== 'different' && reached === undefined)
  );
}

function leftOut({ item, admission, omitted }: Candidate): LeftOutMemory {
  if (!admission.admitted) return { item, reasons: admission.refusals };
  return { item, reasons: [omitted ?? 'no_room'] };
}

/** The lists that hold something. */
function besideIn(pack: Partial<Beside>): Partial<Beside> {
  const filled = besideNames.filter((name) => (pack[name] ?? []).length > 0);
  return Object.fromEntries(filled.map((name) => [name, pack[name]]));
}

interface ShownUnits extends Partial<Beside> {
  readonly memories: readonly RecalledMemory[];
  /** Scope of the answers from the index. */
  readonly scope: Scope;
}

const banks: Readonly<Record<ItemType, ContextBank>> = {
  decision: 'rules',
  constraint: 'rules',
  preference: 'rules',
  failure: 'failures',
  fix: 'failures',
  project_fact: 'facts',
  task_state: 'facts',
  command_result: 'facts',
};

/** Returns the shown units of all banks, the surest first. */
export function contextUnits({
  memories,
  experiences = [],
  commits = [],
  places = [],
  summaries = [],
  scope,
}: ShownUnits): readonly ContextUnit[] {
  const indexed = [
    ...experiences.map((one) => indexedUnit('experience', one.id, one.title, one)),
    ...commits.map((one) => indexedUnit('commits', one.id, one.subject, one)),
    ...places.flatMap((one) => [
      indexedUnit('files', one.path, one.path, one),
      // They stand in the lines of their file.
      ...one.functions.map((name, at) => {
        const confidence = one.functionConfidences[at] ?? 0;
        const label = `${name} in ${one.path}` as RedactedText;
        return indexedUnit('symbols', `${one.path}#${name}`, label, { ...one, confidence, tokens: 0 });
      }),
    ]),
    ...summaries.map((one) =>
      indexedUnit('summaries', one.path, `${one.path}: ${one.purpose}` as RedactedText, one),
    ),
  ];
  return fuseUnits([...memories.map(memoryUnit), ...indexed.map((unit) => ({ ...unit, scope }))]);
}

function indexedUnit(
  bank: ContextBank,
  id: string,
  label: RedactedText,
  { confidence, tokens, trust }: Pick<RecalledPlace, 'confidence' | 'tokens' | 'trust'>,
): Omit<ContextUnit, 'scope'> {
  return {
    ...{ bank, id, label, score: confidence, confidence, tokens, origin: trust },
    freshness: bank === 'commits' || bank === 'experience' ? 'none' : 'fresh',
  };
}

/** Share of memories about a file that are about its changed function: `npm run bench -- recall-graph`. */
const sameFunctionShare = 0.25;

function memoryUnit({ item, card, relevance, confidence, reached, freshness }: RecalledMemory): ContextUnit {
  return {
    bank: banks[item.type],
    id: item.id,
    label: item.title,
    score: relevance,
    confidence: reached ? sameFunctionShare * reached.confidence : (confidence ?? card.utility),
    tokens: card.tokens,
    origin: item.trust,
    scope: item.scope,
    freshness,
  };
}

/**
 * Merges the units of several banks into one order, the surest first. Only the calibrated confidence is
 * comparable between banks; ties go to the bank that is listed first, then to the better score. The order of
 * the arguments does not matter.
 */
export function fuseUnits(units: readonly ContextUnit[]): readonly ContextUnit[] {
  return units.toSorted(
    (a, b) =>
      b.confidence - a.confidence ||
      contextBanks.indexOf(a.bank) - contextBanks.indexOf(b.bank) ||
      b.score - a.score ||
      (a.id < b.id ? -1 : 1),
  );
}
