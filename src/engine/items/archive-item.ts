import { AfterwitError } from '../../model/errors.ts';
import { type MemoryItem, standsAlone } from '../../model/memory-item.ts';
import { findItem } from '../memory/find-item.ts';
import { type ReviewRequest, requirePerson } from './review-request.ts';

/**
 * Puts a memory away in the name of a person: no answer has it, nothing of it is lost, and it can be fetched back. @throws
 * ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT for one that is no longer in use, and for a part of a failure
 */
export async function archiveItem({ store, id, speaker }: ReviewRequest): Promise<MemoryItem> {
  requirePerson(speaker, 'put a memory away');
  return await store.transact((transaction) => {
    const item = findItem(transaction, id);
    if (!standsAlone(item))
      throw refused(item, 'is a part of a known failure. Archive its fix, or forget it.');
    if (item.status !== 'active') throw refused(item, `is ${item.status} already. There is nothing to do.`);
    const archived: MemoryItem = { ...item, status: 'archived', archivedFor: 'person' };
    transaction.updateItem(archived);
    return archived;
  });
}

/**
 * Fetches back what was put away by a person or for its age, as it was: nobody believes it more for that. What expired lasts its time
 * again. @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT for what was not put away so
 */
export async function fetchBackItem({ store, id, speaker, nowMs }: ReviewRequest): Promise<MemoryItem> {
  requirePerson(speaker, 'fetch a memory back');
  return await store.transact((transaction) => {
    const { archivedFor, ...item } = findItem(transaction, id);
    if (archivedFor === 'summary') throw refused(item, tellsSummary(item));
    if (item.status !== 'archived' || archivedFor === undefined)
      throw refused(item, 'was not put away. `afterwit review approve` takes back what was rejected.');
    const updatedAtMs = archivedFor === 'age' ? Math.max(item.updatedAtMs, nowMs) : item.updatedAtMs;
    const active: MemoryItem = { ...item, status: 'active', updatedAtMs };
    transaction.updateItem(active);
    return active;
  });
}

function tellsSummary({ supersededById }: Pick<MemoryItem, 'supersededById'>): string {
  const summary = supersededById?.slice(0, 8) ?? '';
  return `is said by the summary ${summary}. \`afterwit review reject ${summary}\` brings all of its parts back.`;
}

function refused({ id }: Pick<MemoryItem, 'id'>, why: string): AfterwitError {
  return new AfterwitError('INVALID_ARGUMENT', `The memory ${id.slice(0, 8)} ${why}`, { data: { id } });
}
