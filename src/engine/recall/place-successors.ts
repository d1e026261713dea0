import type { ItemId } from '../../model/brands.ts';
import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import type { ItemCandidate } from '../../retrieval/rank-items.ts';
import type { AnsweringCandidate } from '../../retrieval/rerank-answers.ts';

/** A rule that was replaced more often than this is history. */
const longestChain = 5;

/**
 * Adds what took the place of a lesson that was found: whoever asks in the words of the older rule is to see the one that holds. It
 * fits at least as well as the older one does, also where it was found for words of its own.
 */
export function withSuccessors(
  found: readonly ItemCandidate[],
  reader: Pick<ItemReader, 'item'>,
): readonly ItemCandidate[] {
  const all = new Map(found.map((candidate) => [candidate.item.id, candidate]));
  const most = found.length + longestChain;
  for (const { item: oldest } of found) {
    let older = all.get(oldest.id);
    for (let step = 0; step < longestChain && older !== undefined; step += 1) {
      const id = successorOf(older.item);
      if (id === undefined) break;
      const known = all.get(id);
      const item = known?.item ?? (all.size < most ? reader.item(id) : undefined);
      if (item === undefined) break;
      older = atLeast({ ...older, ...known, item }, older);
      all.set(id, older);
    }
  }
  return [...all.values()];
}

function atLeast(candidate: ItemCandidate, older: ItemCandidate): ItemCandidate {
  const isBetter = older.score > candidate.score;
  return {
    ...candidate,
    score: Math.max(candidate.score, older.score),
    relevance: Math.max(candidate.relevance, older.relevance),
    explain: isBetter ? older.explain : candidate.explain,
  };
}

/** What took the place of a lesson answers at least as likely as that one: it is what holds now. */
export function answerForOlder<Candidate extends Pick<ItemCandidate, 'item'> & AnsweringCandidate>(
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const byId = new Map(candidates.map((candidate) => [candidate.item.id, candidate]));
  const best = new Map<ItemId, NonNullable<Candidate['answer']>>();
  for (const { item, answer } of candidates)
    for (const id of answer === undefined ? [] : lineOf(item, byId))
      if (answer !== undefined && answer.confidence > (best.get(id)?.confidence ?? 0)) best.set(id, answer);
  return candidates.map((candidate) => {
    const answer = best.get(candidate.item.id);
    return answer === undefined ? candidate : { ...candidate, answer };
  });
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
