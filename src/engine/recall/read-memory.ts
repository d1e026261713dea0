import { standingOf } from '../../feedback/standing.ts';
import { type ExpiryTerms, isExpired } from '../../lifecycle/expiry.ts';
import type { MemoryText } from '../../model/answers/item-answers.ts';
import type { ReadableMemories } from '../../model/answers/recollection.ts';
import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import { type MemoryItem, standaloneKinds, standsAlone } from '../../model/memory-item.ts';
import { renderMemoryList, renderMemoryText } from '../../packing/render-lists.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { fenceNonce } from '../../redaction/neutralise-structure.ts';
import { splitPassages } from '../../text/passages.ts';
import { findItem } from '../memory/find-item.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';

interface ReadRequest {
  /** Id of the memory, or its first digits. */
  readonly id: string;
  readonly from?: number | undefined;
}

/** Longest part in characters: about 1,500 tokens. */
const longestPart = 6_000;

/**
 * One memory as it is written, in parts that end where a sentence or a line does. Only one that recall may
 * show when asked: an id is no way around a memory that waits for a person, was turned down, or holds
 * elsewhere.
 * @throws ITEM_NOT_FOUND, INVALID_ARGUMENT
 */
export function readMemory(
  { id, from = 0 }: ReadRequest,
  {
    store,
    scopes,
    clock,
    random,
    settings,
  }: Pick<RecallDependencies, 'store' | 'scopes' | 'clock' | 'random' | 'settings'>,
): MemoryText {
  const item = store.read((reader) => {
    const found = findItem(reader, id);
    if (!isReadable(found, reader, { scopes, nowMs: clock.nowMs(), settings: settings.memory }))
      throw notReadable(found);
    return found;
  });
  if (!Number.isSafeInteger(from) || from < 0 || (from > 0 && from >= item.content.length))
    throw beyond(item, from);
  const end = endOfPart(item.content, from);
  return {
    item,
    start: from,
    end,
    text: renderMemoryText(item, { start: from, end }, fenceNonce(random.uuid())),
  };
}

/** Whether recall may show a memory that is asked for here. */
function isReadable(
  item: MemoryItem,
  reader: ItemReader,
  { scopes, nowMs, settings }: Pick<RecallDependencies, 'scopes'> & Pick<ExpiryTerms, 'nowMs' | 'settings'>,
): boolean {
  if (!standsAlone(item) || item.quarantined || item.status === 'archived' || !scopes.includes(item.scope))
    return false;
  const judgements = reader.outcomesAbout([item.id]).get(item.id) ?? [];
  const { rejectedBy, outcomes } = standingOf(judgements, { nowMs, memory: item });
  return rejectedBy !== 'person' && !isExpired(item, { nowMs, settings, outcomes });
}

function endOfPart(content: string, from: number): number {
  if (content.length - from <= longestPart) return content.length;
  const part = content.slice(from, from + longestPart);
  const last = splitPassages(part).at(-2);
  return from + (last?.end ?? longestPart);
}

function notReadable({ id }: MemoryItem): AfterwitError {
  return new AfterwitError(
    'ITEM_NOT_FOUND',
    `The memory ${id.slice(0, 8)} is not shown here: it holds elsewhere, waits for a person, is out of date, or was turned down. Go on without it.`,
    { data: { id } },
  );
}

function beyond({ content }: MemoryItem, from: number): AfterwitError {
  return invalidArgument(
    `The memory has ${content.length} characters; ${from} is not a place in it. Give a whole number from 0 on.`,
    { from, characters: content.length },
  );
}

/** Most memories of this scope that are checked for having been turned down. */
const mostLookedAt = 500;

/** The memories that {@link readMemory} gives here, the newest first; those that were replaced are left out. */
export function listReadable(
  limit: number,
  {
    store,
    scopes,
    clock,
    random,
    settings,
  }: Pick<RecallDependencies, 'store' | 'scopes' | 'clock' | 'random' | 'settings'>,
): ReadableMemories {
  const terms = { scopes, nowMs: clock.nowMs(), settings: settings.memory };
  const filter = { kinds: standaloneKinds, statuses: ['active'], scopes, quarantined: false } as const;
  const items = store.read((reader) =>
    reader
      .items({ ...filter, limit: mostLookedAt })
      .filter((item) => isReadable(item, reader, terms))
      .slice(0, limit),
  );
  return { items, text: items.length === 0 ? '' : renderMemoryList(items, fenceNonce(random.uuid())) };
}
