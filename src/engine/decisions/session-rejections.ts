import {
  rejectedInSession,
  type SessionRejection,
  type SessionSubject,
} from '../../feedback/session-penalty.ts';
import type { ItemId } from '../../model/brands.ts';
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
