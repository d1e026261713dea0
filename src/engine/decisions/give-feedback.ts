import { isShownInFull } from '../../cards/compile-card.ts';
import { applyOutcome, lastWords, outcomeId } from '../../feedback/outcomes.ts';
import { standingOf } from '../../feedback/standing.ts';
import type { ItemId } from '../../model/brands.ts';
import { type DecisionReceipt, type Outcome, type OutcomeKind, outcomeKinds } from '../../model/decision.ts';
import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { believedAs, principalOf, type Scope, type Speaker } from '../../model/provenance.ts';
import type { ItemReader, MemoryStore, MemoryTransaction } from '../../ports/memory-store.ts';
import { findDecision } from './read-decisions.ts';

interface GiveFeedbackRequest {
  readonly store: MemoryStore;
  readonly decision: string;
  readonly kind: OutcomeKind;
  readonly item?: string | undefined;
  readonly speaker: Speaker;
  readonly nowMs: number;
  /** Scopes that the speaker may judge, unless a person: only decisions that read these alone. Default: all */
  readonly scopes?: readonly Scope[] | undefined;
}

/** `known`: the same feedback was given before; it counts once. */
export interface FeedbackReceipt {
  readonly kind: 'recorded' | 'known';
  readonly outcome: Outcome;
  /** The memory after the feedback; its trust may have risen. */
  readonly item?: MemoryItem;
}

/** Outcomes of showing nothing; all others are about a shown memory. */
const outcomesOfSilence: readonly OutcomeKind[] = ['correct_abstain', 'missed'];

/**
 * Records an outcome of a decision once, and updates the memory that it is about.
 * @throws DECISION_NOT_FOUND, ITEM_NOT_FOUND, INVALID_ARGUMENT when it does not fit the decision
 */
export async function giveFeedback(request: GiveFeedbackRequest): Promise<FeedbackReceipt> {
  const { store, kind, speaker, nowMs } = request;
  // Programs without types hand over any value.
  if (!outcomeKinds.includes(kind)) throw unknownKind(kind);
  return await store.transact((transaction) => {
    const receipt = decisionFor(transaction, request);
    const itemId = subjectOf(receipt, request);
    // An agent's word acts in its own session: it is no other session's.
    const session = speaker.session ?? (speaker.kind === 'user' ? receipt.session : undefined);
    const said = {
      decisionId: receipt.id,
      ...(itemId === undefined ? {} : { itemId }),
      kind,
      by: believedAs(speaker),
      principal: principalOf(speaker),
      ...(session === undefined ? {} : { session }),
      atMs: nowMs,
    } as const;
    const { outcome, isNew } = note(said, transaction);
    const item = itemId === undefined ? undefined : transaction.item(itemId);
    const changed = item === undefined || !isNew ? item : applyOutcome(item, outcome, isShownInFull(item));
    if (changed !== undefined && changed !== item) transaction.updateItem(changed);
    return {
      kind: isNew ? 'recorded' : 'known',
      outcome,
      ...(changed === undefined ? {} : { item: changed }),
    };
  });
}

const wholeId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const shortId = /^[0-9a-f-]{8,36}$/;
/** A session judges memories that it was told not long ago. */
const mostInSession = 200;

/** A person may shorten the id of any decision; an agent only of its own session, and gives the whole id of others here. */
function decisionFor(
  transaction: MemoryTransaction,
  { decision, speaker, scopes }: GiveFeedbackRequest,
): DecisionReceipt {
  const id = decision.trim().toLowerCase();
  if (speaker.kind === 'user' || wholeId.test(id)) {
    return findDecision(transaction, id, speaker.kind === 'user' ? undefined : scopes);
  }
  const own =
    speaker.session === undefined ? [] : transaction.decisionsInSession(speaker.session, mostInSession);
  const [only, another] = shortId.test(id) ? own.filter((receipt) => receipt.id.startsWith(id)) : [];
  if (only !== undefined && another === undefined) return only;
  throw new AfterwitError(
    'DECISION_NOT_FOUND',
    'This session was told no such decision. Give the first 8 digits of one that it was told, or the whole id of 36 characters.',
    { data: { id: decision.slice(0, 80) } },
  );
}

/**
 * Records an outcome unless it repeats the speaker's last judgement; `ignored` never follows a judgement. Returning to
 * an earlier judgement after another one counts as new: verified, rejected, verified are three outcomes.
 */
function note(said: Omit<Outcome, 'id'>, transaction: MemoryTransaction) {
  const before = transaction
    .outcomesOf(said.decisionId)
    .filter(({ itemId, principal }) => itemId === said.itemId && principal === said.principal);
  const [last] = lastWords(before);
  if (last !== undefined && (last.kind === said.kind || said.kind === 'ignored'))
    return { outcome: last, isNew: false };
  const times = before.filter(({ kind }) => kind === said.kind).length;
  const outcome: Outcome = { id: outcomeId(said, times), ...said };
  return { outcome, isNew: transaction.addOutcome(outcome) };
}

/** The memory that feedback is about: the named one, or the only one shown; none for feedback on showing nothing. */
function subjectOf(receipt: DecisionReceipt, { kind, item }: GiveFeedbackRequest): ItemId | undefined {
  const shown = receipt.considered.filter((memory) => memory.shown);
  if (outcomesOfSilence.includes(kind)) {
    if (shown.length === 0) return undefined;
    throw misfit(`it showed ${count(shown.length)}, so ${kind} does not apply`);
  }
  if (shown.length === 0) throw misfit(`it showed no memory; say ${outcomesOfSilence.join(' or ')}`);
  if (item === undefined) {
    const [only, another] = shown;
    if (only !== undefined && another === undefined) return only.itemId;
    throw misfit(`it showed ${count(shown.length)}; say which one this is about`);
  }
  const named = shown.filter(({ itemId }) => itemId.startsWith(item.trim().toLowerCase()));
  if (named.length === 1 && item.trim().length >= 4) return named[0]?.itemId;
  throw new AfterwitError(
    'ITEM_NOT_FOUND',
    `That decision showed no single memory ${item}; \`afterwit why\` lists them.`,
    {
      data: { id: item },
    },
  );
}

function count(memories: number): string {
  return memories === 1 ? 'a memory' : `${memories} memories`;
}

function unknownKind(kind: unknown): AfterwitError {
  return invalidArgument(
    `Say as \`kind\` what came of the decision: ${outcomeKinds.join(', ')}; not ${JSON.stringify(kind)}.`,
  );
}

function misfit(reason: string): AfterwitError {
  return invalidArgument(`The feedback does not fit the decision: ${reason}.`);
}

/** Whether a person's last word on a memory was that it is wrong, and no person vouched for it since. */
export function isTurnedDown(reader: ItemReader, item: MemoryItem, nowMs: number): boolean {
  const outcomes = reader.outcomesAbout([item.id]).get(item.id) ?? [];
  return standingOf(outcomes, { nowMs, memory: item }).rejectedBy === 'person';
}
