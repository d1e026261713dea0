import { AfterwitError } from '../../model/errors.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ForgottenItems } from '../../model/review.ts';
import type { ItemReader } from '../../ports/item-store.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { findItem } from './find-item.ts';

export interface ForgetRequest {
  readonly ids?: readonly string[];
  readonly origin?: string;
  readonly text?: string;
  readonly preview?: boolean;
}

/** Forgets memories with all that was derived from them, in one transaction. @throws ITEM_NOT_FOUND, INVALID_ARGUMENT */
export async function forgetItems(store: MemoryStore, request: ForgetRequest): Promise<ForgottenItems> {
  requireOneSelection(request);
  const preview = request.preview ?? false;
  if (preview) return { items: store.read((reader) => select(reader, request)).map(named), preview };
  return await store.transact((transaction) => {
    const items = select(transaction, request);
    for (const { id } of items) transaction.removeItem(id);
    return { items: items.map(named), preview };
  });
}

function select(reader: ItemReader, { ids, origin, text }: ForgetRequest): readonly MemoryItem[] {
  if (ids !== undefined)
    return [...new Map(ids.map((id) => [findItem(reader, id).id, findItem(reader, id)])).values()];
  if (origin !== undefined) return reader.items({ origin: origin.trim() });
  const sought = (text ?? '').trim().toLowerCase();
  return reader
    .items({})
    .filter(({ title, content }) => `${title}\n${content}`.toLowerCase().includes(sought));
}

function requireOneSelection({ ids, origin, text }: ForgetRequest): void {
  const given = [ids?.length ? ids : undefined, origin?.trim() || undefined, text?.trim() || undefined];
  if (given.filter((value) => value !== undefined).length === 1) return;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    'Say what to forget in exactly one way: by ids, by origin, or by a text that it holds.',
  );
}

function named({ id, title }: MemoryItem) {
  return { id, title };
}
