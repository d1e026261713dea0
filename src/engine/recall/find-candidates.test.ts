import { describe, expect, it } from 'vitest';
import { itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import type { ItemId } from '../../model/brands.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemCandidate } from '../../retrieval/rank-items.ts';
import { placeSuccessors, withSuccessors } from './find-candidates.ts';

function lesson(number: number, successor?: number): MemoryItem {
  return memoryItem({
    id: itemId(number),
    ...(successor === undefined ? {} : { status: 'superseded' as const, supersededById: itemId(successor) }),
  });
}

function candidate(item: MemoryItem, fit: number): ItemCandidate {
  return {
    item,
    score: fit,
    relevance: fit / 10,
    aboutWork: false,
    explain: () => ({ value: fit, description: item.id, parts: [] }),
  };
}

const readerOf = (...items: readonly MemoryItem[]) => ({
  item: (id: ItemId) => items.find((item) => item.id === id),
});

const fits = (candidates: readonly ItemCandidate[]) =>
  candidates.map(({ item, score, relevance, explain }) => [item.id, score, relevance, explain().description]);

describe('withSuccessors', () => {
  it('adds the whole line of what took the place, as fitting as what was found', () => {
    const all = [lesson(1, 2), lesson(2, 3), lesson(3)];
    expect(fits(withSuccessors([candidate(lesson(1, 2), 8)], readerOf(...all)))).toEqual(
      [1, 2, 3].map((number) => [itemId(number), 8, 0.8, itemId(1)]),
    );
  });

  it('raises a successor that was found for few words of its own, whichever was found first', () => {
    const [old, current] = [candidate(lesson(1, 2), 8), candidate(lesson(2), 1)];
    for (const found of [
      [old, current],
      [current, old],
    ])
      expect(fits(withSuccessors(found, readerOf())).toSorted()).toEqual([
        [itemId(1), 8, 0.8, itemId(1)],
        [itemId(2), 8, 0.8, itemId(1)],
      ]);
  });

  it('leaves a successor alone that fits better', () => {
    const found = [candidate(lesson(2), 9), candidate(lesson(1, 2), 8)];
    expect(fits(withSuccessors(found, readerOf()))[0]).toEqual([itemId(2), 9, 0.9, itemId(2)]);
  });

  it('ends where memories name each other as successors', () => {
    const circle = [lesson(1, 2), lesson(2, 3), lesson(3, 1)];
    const found = withSuccessors([candidate(lesson(1, 2), 8)], readerOf(...circle));
    expect(found.map(({ item }) => item.id)).toEqual([1, 2, 3].map(itemId));
    expect(placeSuccessors(found)).toHaveLength(3);
  });
});
