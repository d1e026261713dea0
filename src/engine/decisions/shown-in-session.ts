import type { ItemId } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/item-store.ts';

/** A hook has no time for more receipts; what lies further back may have left the agent's context. */
const mostDecisions = 30;
const longestMs = 6 * 3_600_000;

/** Memories that were shown unasked in a session of an agent not long ago. */
export function shownInSession(
  reader: Pick<ItemReader, 'decisionsInSession'>,
  session: string | undefined,
  nowMs: number,
): ReadonlySet<ItemId> {
  if (session === undefined) return new Set();
  const own = reader
    .decisionsInSession(session, mostDecisions)
    .filter(({ moment, atMs }) => moment === 'after_failure' && nowMs - atMs <= longestMs);
  return new Set(
    own.flatMap(({ considered }) => considered.filter(({ shown }) => shown).map(({ itemId }) => itemId)),
  );
}
