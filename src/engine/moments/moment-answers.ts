import type { MomentAnswer } from '../../model/answers/recollection.ts';
import type { ConsideredMemory, DecisionId, DecisionReceipt } from '../../model/decision.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { redact } from '../../redaction/redact.ts';
import { uuidOf } from '../../text/hashes.ts';
import { countOf, isoDate } from '../../wording/formats.ts';
import { toldInSession } from '../decisions/read-decisions.ts';

/** The answer where no rule denies: a card, or silence. */
export type ToldAnswer = Exclude<MomentAnswer, { readonly kind: 'denied' }>;

export function silentFor(
  reason: string,
  decisionId?: DecisionId,
): Extract<MomentAnswer, { readonly kind: 'silent' }> {
  return { kind: 'silent', reason, ...(decisionId === undefined ? {} : { decisionId }) };
}

/**
 * The id of the one decision about an event of a session, however often, and by any hook, the event is told. Undefined
 * where the agent does not name its session; then each telling is an event of its own.
 */
export function decisionAbout(session: string | undefined, event: string): DecisionId | undefined {
  return session === undefined ? undefined : (uuidOf(`${session}\n${event}`) as DecisionId);
}

/** Whether an event was decided about before. */
export function isDecided(reader: Pick<ItemReader, 'decision'>, id: DecisionId | undefined): boolean {
  return id !== undefined && reader.decision(id) !== undefined;
}

const dayMs = 86_400_000;

/** Memories of a decision to which only a person's word is missing. */
function waitingIn(receipt: DecisionReceipt | undefined): readonly ConsideredMemory[] {
  return (receipt?.considered ?? []).filter(({ admission }) => String(admission.refusals) === 'unverified');
}

/** A line for the user about a fix of the failure at hand that waits for them; each once in a session. */
export function fixThatWaits(
  reader: Pick<ItemReader, 'decision' | 'decisionsInSession' | 'item'>,
  { id, session, nowMs }: { readonly id: DecisionId; readonly session: string; readonly nowMs: number },
): string | undefined {
  const ofThis = (receipt: DecisionReceipt | undefined) =>
    waitingIn(receipt).find(({ strength }) => strength === 'same')?.itemId;
  const waiting = ofThis(reader.decision(id));
  const item = waiting && reader.item(waiting);
  const before = toldInSession(reader, session, nowMs).filter((receipt) => receipt.id !== id);
  if (item === undefined || before.some((receipt) => ofThis(receipt) === waiting)) return undefined;
  return `afterwit: a fix of this failure, seen on ${isoDate(item.createdAtMs)}, waits for your word: afterwit review approve ${item.id.slice(0, 8)}`;
}

/** A line for the user about rules that they stated in sessions and have not confirmed; once in a day. */
export function rulesThatWait(
  reader: Pick<ItemReader, 'decision' | 'decisionsSince' | 'item'>,
  id: DecisionId,
  nowMs: number,
): string | undefined {
  const isStated = ({ itemId }: ConsideredMemory) => reader.item(itemId)?.source === 'transcript';
  const rulesIn = (receipt: DecisionReceipt | undefined) => waitingIn(receipt).filter(isStated).length;
  const { moment, repositoryId } = reader.decision(id) ?? {};
  const count = rulesIn(reader.decision(id));
  const isTold = (one: DecisionReceipt) =>
    one.id !== id && one.moment === moment && one.repositoryId === repositoryId && rulesIn(one) > 0;
  if (count === 0 || reader.decisionsSince(nowMs - dayMs, isTold).includes(true)) return undefined;
  return `afterwit: ${countOf(count, 'rule')} from your sessions ${count === 1 ? 'waits' : 'wait'} for your word: afterwit review each`;
}

/** Whether a file may be named unasked: its path is told, and written down, as it is, and some hold a secret. */
export function mayBeNamed({ path }: { readonly path: string }): boolean {
  return redact(path) === path;
}
