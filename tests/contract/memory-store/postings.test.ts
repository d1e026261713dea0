import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { globalScope, type Scope } from '../../../src/model/provenance.ts';
import type { MemoryReader, MemoryStore } from '../../../src/ports/memory-store.ts';
import { times } from '../../effort.ts';
import { everyScope, exampleItem, itemId, putItems, scopeA, scopeB, wordsOf } from './example-items.ts';
import { makeFolder } from './example-store.ts';
import { storeFactories } from './store-factories.ts';

const colours = ['red', 'green', 'blue'] as const;

describe.each(storeFactories)('postings in $name', ({ open }) => {
  const folder = makeFolder();
  let store: MemoryStore;

  beforeEach(() => {
    folder.renew();
    store = open(folder.path);
  });

  afterEach(() => {
    store.close();
    folder.remove();
  });

  /** Postings by item instead of by ordinal. */
  const foundBy = (scopes = everyScope, terms: readonly string[] = colours) =>
    store.read((reader) => {
      const { itemCount, totalLength, lists } = reader.postings(scopes, terms);
      const found = lists.map(({ term, ordinals, frequencies, lengths }) => {
        expect([...ordinals]).toEqual([...ordinals].sort((a, b) => a - b));
        const items = reader.itemsAt([...ordinals]);
        expect(items.map(({ ordinal }) => ordinal)).toEqual([...ordinals]);
        return [term, items.map(({ item }, at) => `${item.id} ${frequencies[at]}/${lengths[at]}`)] as const;
      });
      return { itemCount, totalLength, found: Object.fromEntries(found) };
    });

  it('are of the scopes asked for, each once, ascending; terms that nothing holds are left out', async () => {
    await putItems(store, [
      [exampleItem('a'), 'red red green'],
      [exampleItem('b', { scope: scopeB }), 'red'],
      [exampleItem('c'), 'green blue blue blue'],
      [exampleItem('d', { scope: globalScope }), 'red yellow'],
    ]);
    expect(foundBy()).toEqual({
      itemCount: 4,
      totalLength: 10,
      found: { red: ['a 2/3', 'b 1/1', 'd 1/2'], green: ['a 1/3', 'c 1/4'], blue: ['c 3/4'] },
    });
    expect(foundBy([scopeA, scopeA], ['red', 'red', 'pink'])).toEqual({
      itemCount: 2,
      totalLength: 7,
      found: { red: ['a 2/3'] },
    });
    expect(foundBy([])).toEqual({ itemCount: 0, totalLength: 0, found: {} });
    store.read((reader) => {
      const frequencies = reader.documentFrequencies([scopeB, globalScope], ['red', 'yellow', 'green']);
      expect(frequencies).toEqual(new Map(Object.entries({ red: 2, yellow: 1 })));
    });
  });

  it('follow the item when it is put again, moved, archived or removed', async () => {
    await putItems(store, [
      [exampleItem('a'), 'red'],
      [exampleItem('b'), 'red green'],
    ]);
    await putItems(store, [[exampleItem('a'), 'green green']]);
    expect(foundBy()).toEqual({
      itemCount: 2,
      totalLength: 4,
      found: { red: ['b 1/2'], green: ['a 2/2', 'b 1/2'] },
    });
    const moved = exampleItem('b', { scope: scopeB, status: 'archived' });
    await store.transact((transaction) => transaction.updateItem(moved));
    expect(foundBy([scopeA])).toEqual({ itemCount: 1, totalLength: 2, found: { green: ['a 2/2'] } });
    expect(foundBy([scopeB])).toEqual({
      itemCount: 1,
      totalLength: 2,
      found: { red: ['b 1/2'], green: ['b 1/2'] },
    });
    await store.transact((transaction) => transaction.removeItem(itemId('a')));
    expect(foundBy([scopeA])).toEqual({ itemCount: 0, totalLength: 0, found: {} });
  });

  it('take numbers that are too large for the largest there is', async () => {
    const terms = new Map([
      ['red', 70_000],
      ['green', 2],
    ]);
    await store.transact((transaction) => transaction.putItem(exampleItem('a'), terms));
    expect(foundBy()).toEqual({
      itemCount: 1,
      totalLength: 65_535,
      found: { red: ['a 65535/65535'], green: ['a 2/65535'] },
    });
  });

  it('of an item without terms are none, yet it counts', async () => {
    await store.transact((transaction) => transaction.putItem(exampleItem('a'), new Map()));
    expect(foundBy()).toEqual({ itemCount: 1, totalLength: 0, found: {} });
  });

  it('are settled whenever they are read, while many items are removed', async () => {
    const ids = Array.from({ length: 60 }, (_, number) => `item-${number}`);
    const red = (transaction: MemoryReader) =>
      transaction.postings([scopeA], ['red']).lists[0]?.ordinals.length ?? 0;
    await putItems(
      store,
      ids.map((id) => [exampleItem(id), `red ${id}`] as const),
    );
    await store.transact((transaction) => {
      const remove = (from: number, to: number) => {
        for (const id of ids.slice(from, to)) transaction.removeItem(itemId(id));
      };
      remove(0, 1);
      expect(red(transaction)).toBe(59);
      remove(1, 31);
      expect(store.read(red)).toBe(29);
      remove(31, 41);
      transaction.putItem(exampleItem('new'), wordsOf('red'));
      remove(41, 51);
      expect(transaction.countItems({ scopes: [scopeA] })).toBe(10);
      remove(51, 53);
      const frequencies = transaction.documentFrequencies([scopeA], ['red', 'item-3', 'item-59']);
      expect(Object.fromEntries(frequencies)).toEqual({ red: 8, 'item-59': 1 });
      remove(53, 60);
    });
    expect(foundBy([scopeA])).toEqual({ itemCount: 1, totalLength: 1, found: { red: ['new 1/1'] } });
  });

  it('agree with the items after any sequence of writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyWrite, { maxLength: 12 }), async (writes) => {
        folder.renew();
        store.close();
        store = open(folder.path);
        const expected = new Map<string, Expected>();
        for (const write of writes) await carryOut(store, write, expected);
        for (const scope of everyScope) {
          const inScope = [...expected.values()].filter((one) => one.scope === scope);
          const { itemCount, totalLength, found } = foundBy([scope]);
          expect(itemCount).toBe(inScope.length);
          expect(totalLength).toBe(inScope.reduce((sum, { words }) => sum + words.split(' ').length, 0));
          for (const term of colours) {
            const holders = inScope.filter(({ words }) => wordsOf(words).has(term));
            expect(found[term]?.length ?? 0).toBe(holders.length);
          }
        }
      }),
      { numRuns: times(15) },
    );
  });
});

interface Expected {
  readonly scope: Scope;
  readonly words: string;
}

interface Write extends Expected {
  readonly kind: 'put' | 'update' | 'remove' | 'roll back';
  readonly id: string;
}

const anyWrite: fc.Arbitrary<Write> = fc.record({
  kind: fc.constantFrom('put', 'update', 'remove', 'roll back'),
  id: fc.constantFrom('a', 'b', 'c'),
  scope: fc.constantFrom(...everyScope),
  words: fc.constantFrom(...colours, 'red red', 'green blue', 'red green blue blue'),
});

async function carryOut(store: MemoryStore, write: Write, expected: Map<string, Expected>): Promise<void> {
  const { kind, id, scope, words } = write;
  const item = exampleItem(id, { scope });
  const known = expected.get(id);
  if (kind === 'put') {
    await putItems(store, [[item, words]]);
    expected.set(id, { scope, words });
  } else if (kind === 'remove') {
    const removed = await store.transact((transaction) => transaction.removeItem(itemId(id)));
    expect(removed).toBe(expected.delete(id));
  } else if (kind === 'update' && known !== undefined) {
    await store.transact((transaction) => transaction.updateItem(item));
    expected.set(id, { scope, words: known.words });
  } else if (kind === 'roll back') {
    const work = store.transact((transaction) => {
      transaction.putItem(item, wordsOf(words));
      throw new Error('roll back');
    });
    await expect(work).rejects.toThrow('roll back');
  }
}
