import { type ItemId, kindOf, type MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/item-store.ts';
import type { ItemCandidate } from '../../retrieval/rank-items.ts';

/** A rule that was replaced more often than this is history. */
const longestChain = 5;

/**
 * Adds what took the place of a lesson that was found: whoever asks in the words of the older rule is to see the one that holds. It
 * fits as well as the older one does.
 */
export function withSuccessors(
  found: readonly ItemCandidate[],
  reader: Pick<ItemReader, 'item'>,
): readonly ItemCandidate[] {
  const all = [...found];
  const known = new Set(found.map(({ item }) => item.id));
  // Grows while it is walked: a successor may have been replaced itself.
  for (const candidate of all) {
    const id = successorOf(candidate.item);
    if (id === undefined || known.has(id) || all.length >= found.length + longestChain) continue;
    const item = reader.item(id);
    if (item === undefined) continue;
    known.add(id);
    all.push({ ...candidate, item });
  }
  return all;
}

/** Lessons that were replaced stand right after what took their place, the latest first. */
export function placeSuccessors<Candidate extends Pick<ItemCandidate, 'item'>>(
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const byId = new Map(candidates.map((candidate) => [candidate.item.id, candidate]));
  const lines = Map.groupBy(candidates, ({ item }) => lastOf(item, byId));
  return [...lines.values()].flatMap((line) =>
    line.toSorted((a, b) => distanceOf(a.item, byId) - distanceOf(b.item, byId)),
  );
}

function successorOf(item: MemoryItem): ItemId | undefined {
  return item.status === 'superseded' && kindOf(item) === 'lesson' ? item.supersededById : undefined;
}

type Known = ReadonlyMap<ItemId, Pick<ItemCandidate, 'item'>>;

function lineOf(item: MemoryItem, byId: Known): readonly ItemId[] {
  const line = [item.id];
  for (let next = successorOf(item); next !== undefined && line.length <= longestChain; ) {
    const found = byId.get(next);
    if (found === undefined || line.includes(next)) break;
    line.push(next);
    next = successorOf(found.item);
  }
  return line;
}

function lastOf(item: MemoryItem, byId: Known): ItemId {
  return lineOf(item, byId).at(-1) ?? item.id;
}

function distanceOf(item: MemoryItem, byId: Known): number {
  return lineOf(item, byId).length;
}
