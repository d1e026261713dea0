import type { ItemId } from '../../model/brands.ts';
import type { DecisionReceipt } from '../../model/decision.ts';
import type { ItemReader } from '../../ports/memory-store.ts';

/** A hook has no time for more receipts; what lies further back may have left the agent's context. */
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

/** What a session of an agent was told unasked not long ago, the latest first. */
export function toldInSession(
  reader: Pick<ItemReader, 'decisionsInSession'>,
  session: string | undefined,
  nowMs: number,
  most = mostDecisions,
): readonly DecisionReceipt[] {
  if (session === undefined) return [];
  return reader
    .decisionsInSession(session, most)
    .filter(({ moment, atMs }) => moment !== 'asked' && nowMs - atMs <= longestMs);
}
