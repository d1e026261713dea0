import {
  rejectedInSession,
  type SessionRejection,
  type SessionSubject,
} from '../../feedback/session-penalty.ts';
import type { ItemId } from '../../model/brands.ts';
import type { DecisionReceipt } from '../../model/decision.ts';
import { failureOf } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';

/** Memories rejected in a session, and those that these rejections make doubtful; empty without a session. */
export function sessionRejections(
  reader: ItemReader,
  session: string | undefined,
): readonly SessionRejection[] {
  if (session === undefined) return [];
  return rejectedInSession(reader.outcomesInSession(session)).map(([itemId, atMs]) => ({
    ...sessionSubject(itemId, reader.item(itemId)),
    atMs,
  }));
}

export function sessionSubject(itemId: ItemId, item: MemoryItem | undefined): SessionSubject {
  const body = item?.body;
  return {
    itemId,
    patternId: body?.kind === 'variant' ? body.patternId : undefined,
    family: failureOf(body)?.family?.name,
  };
}

/** A hook has no time for more receipts; older ones may have left the agent's context. */
const mostDecisions = 30;
const longestMs = 6 * 3_600_000;

/** Memories that were shown unasked in a session of an agent not long ago, and those whose rules were. */
export function shownInSession(
  reader: Pick<ItemReader, 'decisionsInSession'>,
  session: string | undefined,
  nowMs: number,
  most = mostDecisions,
): ReadonlySet<ItemId> {
  return new Set(
    toldInSession(reader, session, nowMs, most).flatMap(({ considered, rules = [] }) => [
      ...considered.filter(({ shown }) => shown).map(({ itemId }) => itemId),
      ...rules,
    ]),
  );
}

/** Returns decisions that lately told a session something, latest first, without stopped calls, told each time. */
export function toldInSession(
  reader: Pick<ItemReader, 'decisionsInSession'>,
  session: string | undefined,
  nowMs: number,
  most = mostDecisions,
): readonly DecisionReceipt[] {
  if (session === undefined) return [];
  return reader
    .decisionsInSession(session, most)

    .filter(
      ({ moment, atMs }) => moment !== 'asked' && moment !== 'before_call' && nowMs - atMs <= longestMs,
    );
}
