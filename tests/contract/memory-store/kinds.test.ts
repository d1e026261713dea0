import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ItemKind, itemKinds, standaloneKinds } from '../../../src/model/memory-item.ts';
import type { MemoryStore } from '../../../src/ports/memory-store.ts';
import { examplePart, itemId, putItems, scopeA, scopeB } from './example-items.ts';
import { makeFolder } from './example-store.ts';
import { storeFactories } from './store-factories.ts';

describe.each(storeFactories)('kinds of items in $name', ({ open }) => {
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

  const idsOf = (kinds: readonly ItemKind[]) =>
    store.read((reader) => reader.items({ kinds }).map(({ id }) => id));
  const putOneOfEach = () =>
    putItems(
      store,
      itemKinds.map((kind) => [examplePart(kind, kind), 'red green'] as const),
    );

  it('are told apart by their bodies', async () => {
    await putOneOfEach();
    for (const kind of itemKinds) expect(idsOf([kind])).toEqual([kind]);
    expect(idsOf(standaloneKinds)).toEqual(['variant', 'lesson']);
    expect(idsOf([])).toEqual([]);
    store.read((reader) => {
      expect(reader.countItems({ kinds: ['pattern'], types: ['fix'] })).toBe(0);
      expect(reader.countItems({ kinds: ['pattern'], scopes: [scopeA] })).toBe(1);
    });
  });

  it('that are parts are found by no word and count for no word’s rareness', async () => {
    await putOneOfEach();
    store.read((reader) => {
      expect(reader.documentFrequencies([scopeA], ['red'])).toEqual(new Map([['red', 2]]));
      expect(reader.postings([scopeA], ['red'])).toMatchObject({ itemCount: 2, totalLength: 4 });
      expect(reader.countItems({ scopes: [scopeA], kinds: standaloneKinds })).toBe(2);
      expect(reader.countItems({ scopes: [scopeA] })).toBe(itemKinds.length);
    });
  });

  it('that are parts stay so when they are moved, changed and removed', async () => {
    await putOneOfEach();
    await store.transact((transaction) => {
      transaction.updateItem(examplePart('pattern', 'pattern', 'whole', { scope: scopeB }));
      transaction.putItem(examplePart('episode', 'episode', 'other'), new Map([['red', 1]]));
      transaction.removeItem(itemId('variant'));
      transaction.removeItem(itemId('lesson'));
    });
    store.read((reader) => {
      expect(reader.postings([scopeA, scopeB], ['red'])).toEqual({ itemCount: 0, totalLength: 0, lists: [] });
      expect(reader.items({}).map(({ id }) => id)).toEqual(['experience', 'episode', 'pattern']);
    });
  });

  it('change with the body of the same item', async () => {
    await putItems(store, [[examplePart('a', 'pattern'), 'red']]);
    await putItems(store, [[examplePart('a', 'lesson'), 'red']]);
    expect(idsOf(['lesson'])).toEqual(['a']);
    expect(store.read((reader) => reader.postings([scopeA], ['red']).itemCount)).toBe(1);
    await putItems(store, [[examplePart('a', 'episode'), 'red']]);
    expect(store.read((reader) => reader.postings([scopeA], ['red']).itemCount)).toBe(0);
  });

  it('are found by what they are related to, newest first', async () => {
    const superseding = { relatedItems: [{ id: itemId('p'), relation: 'supersedes' }] } as const;
    await putItems(store, [
      [examplePart('p', 'pattern'), 'red'],
      [examplePart('v1', 'variant', 'p'), 'red'],
      [examplePart('v2', 'variant', 'p'), 'red'],
      [examplePart('v3', 'variant', 'p', superseding), 'red'],
      [examplePart('e1', 'episode', 'v1'), 'red'],
    ]);
    const related = (id: string, limit?: number) =>
      store.read((reader) => reader.itemsRelatedTo(itemId(id), 'depends_on', limit).map((item) => item.id));
    expect(related('p')).toEqual(['v2', 'v1']);
    expect(related('p', 1)).toEqual(['v2']);
    expect(related('p', 0)).toEqual([]);
    expect(related('v1')).toEqual(['e1']);
    expect(related('e1')).toEqual([]);
    await store.transact((transaction) => {
      transaction.removeItem(itemId('v2'));
      expect(transaction.itemsRelatedTo(itemId('p'), 'depends_on').map(({ id }) => id)).toEqual(['v1']);
    });
    expect(store.read((reader) => reader.itemsRelatedTo(itemId('p'), 'supersedes'))).toHaveLength(1);
  });
});
