import { reviseContent } from '../../lessons/revise-item.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ReviewEntry, ReviewQueue, ReviewReason } from '../../model/review.ts';
import { principalOf, type Speaker } from '../../model/speaker.ts';
import type { ItemReader } from '../../ports/item-store.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { TokenCounter } from '../../ports/token-counter.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { withTokenCost } from './draft-item.ts';
import { findItem } from './find-item.ts';

/** Memories that wait for a person: first those that are shown to nobody until then. */
export function reviewQueue(reader: ItemReader, limit: number): ReviewQueue {
  const waiting = reader.items({ quarantined: true, statuses: ['active'] });
  const unverified = reader
    .items({ quarantined: false, statuses: ['active'] })
    .filter(({ trust }) => trust === 'agent' || trust === 'untrusted');
  const entries = [...waiting, ...unverified].map((item): ReviewEntry => ({ item, reason: reasonOf(item) }));
  return { entries: entries.slice(0, limit), count: entries.length };
}

function reasonOf({ quarantined, trust }: MemoryItem): ReviewReason {
  if (trust === 'untrusted') return 'untrusted_origin';
  return quarantined ? 'crosses_scope' : 'unverified';
}

export interface ReviewRequest {
  readonly store: MemoryStore;
  readonly id: string;
  readonly speaker: Speaker;
  readonly nowMs: number;
}

/** A person vouches for a memory, in other words if need be. @throws ITEM_NOT_FOUND, NEEDS_PERSON, INVALID_ARGUMENT */
export async function approveItem(
  { store, id, speaker, nowMs }: ReviewRequest,
  { content, tokens }: { readonly content?: string; readonly tokens: TokenCounter },
): Promise<MemoryItem> {
  requirePerson(speaker, 'vouch for a memory');
  const found = store.read((reader) => findItem(reader, id));
  const revised = content === undefined ? found : reviseContent(found, content);
  const costed = content === undefined ? revised : await withTokenCost(revised, tokens);
  const approved: MemoryItem = {
    ...costed,
    trust: content === undefined ? 'verified' : 'user',
    principal: content === undefined ? found.principal : principalOf(speaker),
    quarantined: false,
    status: 'active',
    updatedAtMs: Math.max(found.updatedAtMs, nowMs),
  };
  return await replace(store, approved);
}

/** A person turns a memory down: it is kept out of every answer, and not learned again. @throws ITEM_NOT_FOUND, NEEDS_PERSON */
export async function rejectItem({ store, id, speaker, nowMs }: ReviewRequest): Promise<MemoryItem> {
  requirePerson(speaker, 'turn a memory down');
  const found = store.read((reader) => findItem(reader, id));
  return await replace(store, {
    ...found,
    status: 'archived',
    updatedAtMs: Math.max(found.updatedAtMs, nowMs),
  });
}

async function replace(store: MemoryStore, item: MemoryItem): Promise<MemoryItem> {
  return await store.transact((transaction) => {
    findItem(transaction, item.id);
    transaction.putItem(item, itemTerms(item));
    return item;
  });
}

/** @throws NEEDS_PERSON when an agent asks */
export function requirePerson({ kind, name }: Speaker, what: string): void {
  if (kind === 'user') return;
  throw new AfterwitError(
    'NEEDS_PERSON',
    `Only a person may ${what}, and this was asked by the agent ${name}. Ask the user to run the command in a terminal of their own.`,
    { data: { agent: name } },
  );
}
