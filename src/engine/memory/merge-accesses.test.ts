import { beforeEach, expect, it } from 'vitest';
import { exampleDecision } from '../../../tests/contract/memory-store/example-items.ts';
import { itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import type { DecisionReceipt } from '../../model/decision.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { mergeAccesses, withLoggedAccesses } from './merge-accesses.ts';

let store: MemoryStore;

beforeEach(async () => {
  store = plainStore(['r1']);
  await store.transact((transaction) => transaction.putItem(memoryItem({ id: itemId(1) }), new Map()));
});

async function show(atMs: number, changes: Partial<DecisionReceipt> = { countsLater: true }): Promise<void> {
  const receipt = exampleDecision(`d${atMs}`, { atMs });
  const considered: DecisionReceipt['considered'] = [
    {
      ...{ itemId: itemId(1), shown: true, relevance: 1, strength: 'same', freshness: 'none', tokenCost: 10 },
      score: { value: 1, description: 'words', parts: [] },
      admission: { admitted: true, refusals: [], warnings: [] },
    },
  ];
  await store.transact((transaction) => transaction.addDecision({ ...receipt, considered, ...changes }));
}

const merge = (nowMs: number, limit = 10) =>
  store.transact((transaction) => mergeAccesses(transaction, { nowMs, limit }));
const item = () => store.read((reader) => reader.item(itemId(1))) ?? memoryItem({});

it('counts what was shown once, however often it is merged', async () => {
  await show(10);
  await show(30);
  expect(await merge(100)).toBe(2);
  expect(await merge(100)).toBe(0);
  await show(20);
  expect(await merge(100)).toBe(1);
  expect(item()).toMatchObject({ accessCount: 3, lastAccessedAtMs: 30 });
});

it('goes on where it was, part by part', async () => {
  for (const atMs of [1, 2, 3]) await show(atMs);
  expect([await merge(9, 2), await merge(9, 2), await merge(9, 2)]).toEqual([2, 1, 0]);
  expect(item()).toMatchObject({ accessCount: 3, lastAccessedAtMs: 3 });
});

it('passes over what an older version counted at once, and what was not shown', async () => {
  await show(10, {});
  await show(20, { countsLater: true, considered: [] });
  await merge(100);
  expect(item()).toMatchObject({ accessCount: 0 });
});

it('takes what was shown by a clock that was ahead for shown now', async () => {
  await show(1e15);
  await merge(100);
  expect(item()).toMatchObject({ accessCount: 1, lastAccessedAtMs: 100 });
});

it('counts nothing when the transaction fails after it', async () => {
  await show(10);
  const killed = store.transact((transaction) => {
    mergeAccesses(transaction, { nowMs: 100, limit: 10 });
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(item()).toMatchObject({ accessCount: 0 });
  expect(await merge(100)).toBe(1);
});

it('tells of accesses that are not counted yet', async () => {
  await show(10);
  const seen = store.read((reader) => withLoggedAccesses(reader, item(), { nowMs: 100, limit: 10 }));
  expect(seen).toMatchObject({ accessCount: 1, lastAccessedAtMs: 10 });
  await merge(100);
  expect(store.read((reader) => withLoggedAccesses(reader, item(), { nowMs: 100, limit: 10 }))).toEqual(
    item(),
  );
});
