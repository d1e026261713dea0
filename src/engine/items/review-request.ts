import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { MemoryStore, MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { findItem } from '../memory/find-item.ts';

export interface ReviewRequest {
  readonly store: MemoryStore;
  readonly id: string;
  readonly speaker: Speaker;
  readonly nowMs: number;
}

/** @throws NEEDS_PERSON unless the speaker is known to be a person */
export function requirePerson({ kind, name }: Speaker, what: string): void {
  if (kind === 'user') return;
  const asker = kind === 'agent' ? `this was asked by the agent ${name}` : 'it is not known who asked this';
  throw new AfterwitError(
    'NEEDS_PERSON',
    `Only a person may ${what}, and ${asker}. Run the command in a terminal of your own.`,
    { data: { speaker: kind, name } },
  );
}

/**
 * Changes a memory in the name of a person, in one transaction.
 * @param what completes "Only a person may …"
 * @throws NEEDS_PERSON, ITEM_NOT_FOUND, and the change's errors: nothing is written then
 */
export async function changeItem<T>(
  { store, id, speaker }: ReviewRequest,
  what: string,
  change: (item: MemoryItem, transaction: MemoryTransaction) => T,
): Promise<T> {
  requirePerson(speaker, what);
  return await store.transact((transaction) => change(findItem(transaction, id), transaction));
}

/** Writes a memory with the terms that it is found by. */
export function putItem(transaction: MemoryTransaction, item: MemoryItem): MemoryItem {
  transaction.putItem(item, itemTerms(item));
  return item;
}

/** A fault of the request that names the memory it is about. */
export function refused({ id }: Pick<MemoryItem, 'id'>, message: string): AfterwitError {
  return invalidArgument(message, { id });
}

/** The words that a person read before deciding; without them, the request is the answer. */
export interface Reading {
  /** The words of the memory. */
  readonly seen?: string | undefined;
  /** Ids of those that it takes the place of. */
  readonly replacing?: readonly string[] | undefined;
}

/**
 * A person's decision is bound to the very words that they read, and to the memories that they saw go for them.
 * @param replaced memories that go now
 * @throws CHANGED_MEANWHILE with the words of now
 */
export function requireSeen(
  { id, title, content }: MemoryItem,
  { seen = content, replacing }: Reading = {},
  replaced: readonly { readonly id: string }[] = [],
): void {
  if (seen === content && replaced.every((older) => replacing?.includes(older.id) !== false)) return;
  throw new AfterwitError(
    'CHANGED_MEANWHILE',
    `${id.slice(0, 8)} was changed while it was read. Nothing was decided: read it again.`,
    { data: { id, title, content } },
  );
}
