import {
  emptyKnowledge,
  foldDecision,
  foldLog,
  forgetOld,
  type GateKnowledge,
  knowledgeKey,
} from '../../gate/fold-log.ts';
import { ledgerBalance } from '../../gate/injection-ledger.ts';
import type { GateSettings } from '../../gate/options.ts';
import { choosePolicy } from '../../gate/policies.ts';
import type { Policy } from '../../gate/policy.ts';
import type { ConsideredMemory, DecisionReceipt, PolicyVerdict } from '../../model/decision.ts';
import { defined } from '../../model/defined.ts';
import { leaf, type ScoreTree } from '../../model/evidence.ts';
import type { ItemReader, MemoryTransaction, StoredKnowledge } from '../../ports/memory-store.ts';

/**
 * Reads the gate's knowledge: its row, and the entries of the log beyond it, of all versions and processes that wrote
 * them.
 */
export function readGateKnowledge(reader: LogReader, settings: GateSettings, nowMs: number) {
  const policy = choosePolicy(settings);
  const { learned, injections, judged, learnsAfter } = currentKnowledge(reader, policy, settings);
  const ledger = ledgerBalance(injections, nowMs, settings);
  return {
    ...{ policy, learned, ledger },
    judged: Object.keys(judged).length,
    ...defined({ learnsAfter }),
  };
}

/**
 * Writes down an unasked decision, and beside it the gate's knowledge after it: the next decision reads one row instead
 * of receipts, each of which holds all candidates.
 */
export function addToGate(
  transaction: MemoryTransaction,
  settings: GateSettings,
  receipt: DecisionReceipt,
): void {
  const before = currentKnowledge(transaction, choosePolicy(settings), settings);
  transaction.addDecision(receipt);
  const end = transaction.logEnd();
  const knowledge = {
    ...forgetOld(foldDecision(before, receipt), receipt.atMs),
    ...compacted(transaction, settings, { ...before, ...end, nowMs: receipt.atMs }),
  };
  transaction.putGateKnowledge({ ...end, body: JSON.stringify(knowledge) });
}

/** Writes down a decision that was asked for: the gate has no part in it. */
export function addToLog(
  transaction: MemoryTransaction,
  settings: GateSettings,
  receipt: DecisionReceipt,
): void {
  transaction.addDecision(receipt);
  const stored = transaction.gateKnowledge();
  const known = stored && parse(stored);
  if (stored === undefined || known === undefined) return;
  const { decisionSequence } = transaction.logEnd();
  const now = compacted(transaction, settings, { ...known, decisionSequence, nowMs: receipt.atMs });
  if (now.compactedTo === known.compactedTo) return;
  transaction.putGateKnowledge({ ...stored, body: JSON.stringify({ ...known, ...now }) });
}

/** Old receipts are looked for after so many decisions. */
const compactEvery = 16;

function compacted(
  transaction: MemoryTransaction,
  { receiptDays }: GateSettings,
  {
    compactedTo = 0,
    decisionSequence,
    nowMs,
  }: Pick<GateKnowledge, 'compactedTo'> & { readonly decisionSequence: number; readonly nowMs: number },
): Pick<GateKnowledge, 'compactedTo'> {
  if (decisionSequence % compactEvery !== 0) return { compactedTo };
  return { compactedTo: compactReceipts(transaction, { receiptDays, nowMs, compactedTo }) };
}

type LogReader = Pick<
  ItemReader,
  'gateKnowledge' | 'logEnd' | 'decisionsAfter' | 'outcomesAfter' | 'decision'
>;

/** Most of the latest decisions that are read where nothing is known yet: a hook may have to read them. */
const mostAtFirst = 500;

function currentKnowledge(reader: LogReader, policy: Policy, settings: GateSettings): GateKnowledge {
  const stored = reader.gateKnowledge();
  const known = stored && parse(stored);
  const isUsable = known?.key === knowledgeKey(policy) && resembles(known.learned, policy.start());
  const before = isUsable
    ? known
    : { ...emptyKnowledge(policy), injections: unjudged(known?.injections ?? []), ...resetOf(known) };
  const decisionsFrom =
    known === undefined ? reader.logEnd().decisionSequence - mostAtFirst : stored?.decisionSequence;
  const tail = {
    decisions: reader.decisionsAfter(decisionsFrom ?? 0).map(({ receipt }) => receipt),
    outcomes: reader.outcomesAfter(isUsable ? (stored?.outcomeSequence ?? 0) : 0),
    receiptOf: (id: DecisionReceipt['id']) => reader.decision(id),
    allOutcomes: () => reader.outcomesAfter(0),
  };
  return foldLog(before, tail, policy, settings.reward);
}

/** The log tells the clean injections again; a false positive stays a false positive. */
function unjudged(injections: GateKnowledge['injections']): GateKnowledge['injections'] {
  return injections.map((one) => (one.status === 'clean' ? { ...one, status: 'pending' } : one));
}

/** Returns the part of a row that stays when the rest is learned anew. */
function resetOf(known: GateKnowledge | undefined): Pick<GateKnowledge, 'learnsAfter' | 'compactedTo'> {
  const { learnsAfter, compactedTo } = known ?? {};
  return defined({ learnsAfter, compactedTo });
}

/**
 * Forgets the learning: from here on the gate learns anew, from shipped priors. The ledger keeps all its entries, so a
 * reset does not lift the bound. Returns how many judged decisions it no longer knows.
 */
export function resetGateKnowledge(transaction: MemoryTransaction, settings: GateSettings): number {
  const policy = choosePolicy(settings);
  const before = currentKnowledge(transaction, policy, settings);
  const end = transaction.logEnd();
  const { injections } = before;
  const learnsAfter = end.outcomeSequence;
  const knowledge = { ...emptyKnowledge(policy), ...resetOf(before), injections, learnsAfter };
  transaction.putGateKnowledge({ ...end, body: JSON.stringify(knowledge) });
  return Object.keys(before.judged).length;
}

function parse({ body }: StoredKnowledge): GateKnowledge | undefined {
  try {
    return readKnowledge(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/** The row, if it is valid; undefined when it was edited or written by another version: it is learned again from the log. */
function readKnowledge(row: Partial<GateKnowledge> | null): GateKnowledge | undefined {
  if (row === null || typeof row !== 'object') return undefined;
  const { key, learned, injections, judged, learnsAfter, compactedTo } = row;
  if (typeof key !== 'string' || !isRecord(learned) || !isRecord(judged)) return undefined;
  if (!Array.isArray(injections) || !injections.every(isInjectionEntry)) return undefined;
  return {
    ...{ key, learned, injections, judged },
    ...(typeof learnsAfter === 'number' ? { learnsAfter } : {}),
    ...(typeof compactedTo === 'number' ? { compactedTo } : {}),
  };
}

/** Whether a value has the fields of an example: then a policy can decide with it. */
function resembles(value: unknown, example: unknown): boolean {
  if (typeof example === 'number') return Number.isFinite(value);
  if (Array.isArray(example)) return Array.isArray(value);
  if (typeof example !== 'object' || example === null) return typeof value === typeof example;
  if (typeof value !== 'object' || value === null) return false;
  const found = value as Readonly<Record<string, unknown>>;
  return Object.entries(example).every(([key, part]) => resembles(found[key], part));
}

function isRecord<T>(value: T): value is T & NonNullable<unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isInjectionEntry(one: Partial<GateKnowledge['injections'][number]> | null): boolean {
  return (
    one !== null && typeof one?.id === 'string' && Number.isFinite(one.atMs) && typeof one.status === 'string'
  );
}

/** Most decisions compacted at once, so that no agent waits for it. */
const mostAtOnce = 32;
const dayMs = 24 * 60 * 60 * 1_000;

interface CompactionTerms {
  readonly receiptDays: number;
  readonly nowMs: number;
  /** Up to here in the log it is done. */
  readonly compactedTo: number;
}

/**
 * Compacts the oldest receipts: drops the parts of each score and the inputs to decide again. The decision, its numbers, the
 * shown memories and the outcomes stay, so that all can be learned again. Returns the place reached in the log.
 */
export function compactReceipts(
  transaction: Pick<MemoryTransaction, 'decisionsAfter' | 'replaceDecision'>,
  { receiptDays, nowMs, compactedTo }: CompactionTerms,
): number {
  let done = compactedTo;
  for (const { sequence, receipt } of transaction.decisionsAfter(compactedTo, mostAtOnce)) {
    if (receipt.atMs > nowMs - receiptDays * dayMs) return done;
    if (!receipt.isCompacted) transaction.replaceDecision(compactReceipt(receipt));
    done = sequence;
  }
  return done;
}

function compactReceipt({ verdict, considered, ...receipt }: DecisionReceipt): DecisionReceipt {
  return {
    ...receipt,
    considered: considered.map(compactConsidered),
    ...(verdict === undefined ? {} : { verdict: compactVerdict(verdict) }),
    isCompacted: true,
  };
}

function compactConsidered({ comparison, evidence: _, ...memory }: ConsideredMemory): ConsideredMemory {
  return {
    ...memory,
    score: withoutParts(memory.score),
    ...(comparison === undefined ? {} : { comparison: withoutParts(comparison) }),
  };
}

function compactVerdict({ seen: _, actionScores, ...verdict }: PolicyVerdict): PolicyVerdict {
  return {
    ...verdict,
    actionScores: actionScores.map(({ action, score }) => ({ action, score: withoutParts(score) })),
  };
}

function withoutParts({ value, description }: ScoreTree): ScoreTree {
  return leaf(value, description);
}
