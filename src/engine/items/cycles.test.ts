import { beforeEach, describe, expect, it } from 'vitest';
import { anyRandom } from '../../../tests/fakes/any-random.ts';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { clean, itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings } from '../../config/settings.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { globalScope } from '../../model/provenance.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { recall } from '../recall/recall.ts';
import { maintain } from '../upkeep/maintain.ts';
import { linksOf } from './browse-items.ts';
import { forgetItems } from './forget-items.ts';
import { approveItem, rejectItem } from './review-items.ts';

const nowMs = 1_000_000;
const ada = { kind: 'user', name: 'ada', source: 'cli' } as const;
let store: MemoryStore;

/** A file may say that each of some memories took the place of the next, and the last that of the first. */
const cycles: readonly (readonly [string, readonly number[]])[] = [
  ['itself', [1]],
  ['each other', [1, 2]],
  ['one another in a ring', [1, 2, 3]],
  ['one another in a ring longer than any chain that is followed', [1, 2, 3, 4, 5, 6, 7, 8]],
];

async function putRing(ring: readonly number[]): Promise<readonly MemoryItem[]> {
  const items = ring.map((at, place) => {
    const next = itemId(ring[(place + 1) % ring.length] as number);
    const before = itemId(ring.at(place - 1) as number);
    return memoryItem({
      ...{ id: itemId(at), fingerprint: `f${at}`, scope: globalScope, status: 'superseded', trust: 'user' },
      ...{ type: 'constraint', layer: 'semantic', supersededById: next },
      relatedItems: [{ id: before, relation: 'supersedes' }],
      content: clean(`Kettles are filled to mark ${at} of the kettle room.`),
    });
  });
  await store.transact((transaction) => {
    for (const item of items) transaction.putItem(item, itemTerms(item));
  });
  return items;
}

const dependencies = () => ({
  ...{ store, clock: fixedClock(nowMs), random: anyRandom, scopes: [globalScope], settings: defaultSettings },
  ancestry: { head: async () => undefined, holds: async () => true },
});
const tokens = { count: async () => 10 };
const all = () => store.read((reader) => reader.items({}));
const request = (at: number) => ({ store, id: itemId(at), speaker: ada, nowMs });

beforeEach(() => {
  store = plainStore();
});

describe.each(cycles)('memories that took the place of %s', (_, ring) => {
  it('are never recalled, and shown with their links', async () => {
    const items = await putRing(ring);
    const answer = await recall(
      { query: 'To which mark of the kettle room are kettles filled?', moment: 'asked', speaker: ada },
      dependencies(),
    );
    expect(answer.memories).toEqual([]);
    for (const item of items)
      expect(store.read((reader) => linksOf(reader, item))).toHaveLength(ring.length === 1 ? 0 : 1);
  });

  it('are maintained and left as they are', async () => {
    await putRing(ring);
    const before = all();
    const { gate, memory } = defaultSettings;
    const lease = { takeLease: () => ({ close: () => undefined }) };
    await maintain({ ...dependencies(), ...lease, tokens, gate, settings: memory });
    expect(all()).toEqual(before);
  });

  it('hold again where a person says so of one', async () => {
    await putRing(ring);
    const [first = 1] = ring;
    await approveItem(request(first), { tokens, random: anyRandom });
    await rejectItem(request(first));
    expect(all()).toHaveLength(ring.length);
  });

  it('are forgotten, one by one and at once', async () => {
    await putRing(ring);
    const [first = 1] = ring;
    await forgetItems(store, { ids: [itemId(first)] });
    expect(all().map(({ id }) => id)).not.toContain(itemId(first));
    expect(all()).toHaveLength(ring.length - 1);
    if (ring.length > 1) await forgetItems(store, { ids: all().map(({ id }) => id) });
    expect(all()).toEqual([]);
  });
});
