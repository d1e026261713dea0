import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MemoryItem } from '../../../src/model/memory-item.ts';
import { globalScope, type Scope } from '../../../src/model/provenance.ts';
import type { RepositoryPath } from '../../../src/model/repository.ts';
import type { ItemFilter, ItemOrder, MemoryStore } from '../../../src/ports/memory-store.ts';
import { times } from '../../effort.ts';
import { anyCharacter } from '../../fakes/any-character.ts';
import {
  exampleItem,
  exampleOutcome,
  itemId,
  putItems,
  scopeA,
  scopeB,
  text,
  wordsOf,
} from './example-items.ts';
import { makeFolder } from './example-store.ts';
import { storeFactories } from './store-factories.ts';

describe.each(storeFactories)('items in $name', ({ open, lasts }) => {
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

  const itemOf = (id: string): MemoryItem | undefined => store.read((reader) => reader.item(itemId(id)));
  const idsOf = (filter: ItemFilter) => store.read((reader) => reader.items(filter).map(({ id }) => id));

  it('are none at first', () => {
    store.read((reader) => {
      expect(reader.item(itemId('a'))).toBeUndefined();
      expect(reader.items({})).toEqual([]);
      expect(reader.countItems({})).toBe(0);
      expect(reader.itemsByIdPrefix('', 9)).toEqual([]);
      expect(reader.itemByFingerprint(scopeA, 'a')).toBeUndefined();
      expect(reader.itemsAt([1])).toEqual([]);
      expect(reader.damagedRows()).toEqual([]);
    });
  });

  it('come back with every field', async () => {
    const full = exampleItem('full', {
      ttlDays: 3,
      accessCount: 7,
      lastAccessedAtMs: 5,
      supersededById: itemId('other'),
      relatedItems: [{ id: itemId('other'), relation: 'contradicts' }],
      status: 'superseded',
      quarantined: true,
      anchors: [{ path: 'src/a.ts' as never, blobId: 'b10b', symbol: exampleSymbol }],
      learnedAt: 'c0ffee' as never,
      validFromMs: -1,
      validToMs: 8_640_000_000_000_000,
      body: {
        kind: 'variant',
        patternId: itemId('pattern'),
        failure: { errorLines: [text('boom')], excerpt: text('boom'), exceptionTypes: ['E1'], entities: [] },
      },
      extra: { deep: { list: [1, null, 'x'] }, ['__proto__']: 'own' },
    });
    await putItems(store, [[full, 'word']]);
    expect(itemOf('full')).toEqual(full);
  });

  it('are read from any place in a list, in each order, and told how many there are', async () => {
    await putItems(
      store,
      ['a', 'b', 'c', 'd', 'e'].map((id, at) => [exampleItem(id, { updatedAtMs: (at * 3) % 5 }), 'word']),
    );
    const windowOf = (order: ItemOrder, offset: number) =>
      store.read((reader) => {
        const { items, count } = reader.itemWindow({ scopes: [scopeA] }, { order, offset, limit: 2 });
        return [items.map(({ id }) => id).join(''), count];
      });
    expect([0, 2, 4, 6].map((offset) => windowOf('newest', offset))).toEqual([
      ...[
        ['ed', 5],
        ['cb', 5],
        ['a', 5],
        ['', 5],
      ],
    ]);
    expect(windowOf('oldest', 1)).toEqual(['bc', 5]);
    // Changed at 0, 3, 1, 4 and 2.
    expect(windowOf('changed', 0)).toEqual(['db', 5]);
    await putItems(store, [[exampleItem('f'), 'word']]);
    expect(windowOf('newest', 0)).toEqual(['fe', 6]);
  });

  it('are found by their ids, and by whether they are about a place in the code', async () => {
    const anchors = [{ path: 'src/a.ts' as RepositoryPath, blobId: '0'.repeat(40) }];
    await putItems(store, [
      [exampleItem('a', { anchors }), 'word'],
      [exampleItem('b', { content: text('"anchors":[{') }), 'word'],
      [exampleItem('c', { anchors, scope: scopeB }), 'word'],
    ]);
    store.read((reader) => {
      expect(reader.items({ anchored: true, scopes: [scopeA] }).map(({ id }) => id)).toEqual(['a']);
      expect(reader.countItems({ only: [itemId('b'), itemId('c'), itemId('d')] })).toBe(2);
      expect(reader.countItems({ only: [] })).toBe(0);
      expect(reader.tallyItems({ only: [itemId('a')] }).map(({ count }) => count)).toEqual([1]);
    });
  });

  it('are found by what they say and by what they can be told apart by, and counted by it', async () => {
    await putItems(store, [
      [exampleItem('a', { title: text('Pin 100% of _it'), trust: 'agent', source: 'mcp' }), 'word'],
      [exampleItem('b', { content: text('said pin 100% of _it'), trust: 'agent', source: 'cli' }), 'word'],
      [exampleItem('c', { body: { kind: 'preference', stance: 'avoid', strategy: text('x') } }), 'word'],
      [
        exampleItem('d', {
          content: text('"relation":"supersedes"'),
          relatedItems: [{ id: itemId('a'), relation: 'may_supersede' }],
        }),
        'word',
      ],
      [exampleItem('pin', { scope: scopeB, status: 'archived' }), 'word'],
    ]);
    expect(idsOf({ text: 'PIN 100% of _' })).toEqual(['b', 'a']);
    expect(idsOf({ text: 'pin' })).toEqual(['pin', 'b', 'a']);
    expect(idsOf({ text: '100_' })).toEqual([]);
    expect(idsOf({ trusts: ['agent'], sources: ['mcp', 'hook'] })).toEqual(['a']);
    expect(idsOf({ bodies: ['preference'] })).toEqual(['c']);
    expect(idsOf({ bodies: ['none'] })).toEqual(['pin', 'd', 'b', 'a']);
    expect(idsOf({ mayReplace: true })).toEqual(['d']);
    expect(idsOf({ mayReplace: false, except: [itemId('b'), itemId('c')] })).toEqual(['pin', 'a']);
    expect(idsOf({ doubt: 'merge' })).toEqual([]);
    const tally = (filter: ItemFilter) =>
      store.read((reader) =>
        reader
          .tallyItems(filter)
          .map(({ scope, status, trust, source, body, count }) =>
            [scope === scopeA ? 'A' : 'B', status, trust, source, body, count].join(' '),
          )
          .toSorted(),
      );
    expect(tally({})).toEqual([
      'A active agent cli none 1',
      'A active agent mcp none 1',
      'A active user cli none 1',
      'A active user cli preference 1',
      'B archived user cli none 1',
    ]);
    expect(tally({ text: 'of _it' })).toEqual(['A active agent cli none 1', 'A active agent mcp none 1']);
  });

  it('of patterns come first of which a part was added last, counting no occurrence that a fix brought about', async () => {
    const failure = { errorLines: [], excerpt: text('boom'), exceptionTypes: [], entities: [] };
    const pattern = (id: string) =>
      exampleItem(id, { body: { kind: 'pattern', symptom: text('boom'), failure } as never });
    const variant = (id: string, of: string, createdAtMs: number) =>
      exampleItem(id, {
        createdAtMs,
        body: { kind: 'variant', patternId: itemId(of), failure },
        relatedItems: [{ id: itemId(of), relation: 'depends_on' }],
      });
    const episode = exampleItem('o', {
      createdAtMs: 9_000,
      body: { kind: 'episode', variantId: itemId('v') } as never,
      relatedItems: [
        { id: itemId('v'), relation: 'depends_on' },
        { id: itemId('w'), relation: 'caused_by' },
      ],
    });
    await putItems(
      store,
      [pattern('p'), pattern('q'), pattern('r'), variant('v', 'p', 2_000), variant('w', 'q', 3_000)].map(
        (item) => [item, 'word'] as const,
      ),
    );
    const patterns = (limit: number, scope?: Scope) =>
      store.read((reader) => {
        const { items, count } = reader.patternWindow(scope && [scope], limit);
        return [items.map(({ id }) => id).join(''), count];
      });
    expect(patterns(9)).toEqual(['qpr', 3]);
    await putItems(store, [[episode, 'word']]);
    expect(patterns(9, scopeA)).toEqual(['pqr', 3]);
    expect(patterns(1)).toEqual(['p', 3]);
    expect(patterns(9, scopeB)).toEqual(['', 0]);
  });

  it('come back whatever their texts: NUL, lone surrogates, control characters, in every field', async () => {
    const anyText = fc.string({ unit: anyCharacter, maxLength: 30 }).map((some) => `${some}\0\ud800`);
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (one, other) => {
        const item = exampleItem(one, {
          scope: other as Scope,
          fingerprint: one,
          origin: other,
          principal: one,
          title: text(one),
          content: text(other),
          tags: [text(other)],
          extra: { [one]: other },
        });
        await store.transact((transaction) => transaction.putItem(item, new Map([[one, 1]])));
        expect(itemOf(one)).toEqual(item);
        store.read((reader) => {
          expect(reader.items({ scopes: [item.scope], origin: other })).toEqual([item]);
          expect(reader.itemByFingerprint(item.scope, one)).toEqual(item);
          expect(reader.itemsByIdPrefix(one.slice(0, -1), 1)).toEqual([item]);
          expect(reader.postings([item.scope], [one]).lists[0]?.ordinals).toHaveLength(1);
        });
        expect(await store.transact((transaction) => transaction.removeItem(item.id))).toBe(true);
        expect(store.read((reader) => reader.documentFrequencies([item.scope], [one]).size)).toBe(0);
      }),
      { numRuns: times(25) },
    );
  });

  it('come back when they are a megabyte long', async () => {
    const large = exampleItem('large', { content: text('ä\0\ud800"'.repeat(250_000)) });
    await putItems(store, [[large, 'word']]);
    expect(itemOf('large')).toEqual(large);
  });

  it('are listed newest first, in the order they came, whatever the clock said', async () => {
    for (const [id, createdAtMs] of [
      ['c', 3_000],
      ['a', -1_000],
      ['b', 2_000],
    ] as const) {
      await putItems(store, [[exampleItem(id, { createdAtMs, updatedAtMs: createdAtMs }), 'word']]);
    }
    expect(idsOf({})).toEqual(['b', 'a', 'c']);
    await store.transact((transaction) => transaction.updateItem(exampleItem('c', { salience: 1 })));
    expect(idsOf({ limit: 2 })).toEqual(['b', 'a']);
    expect(idsOf({ limit: 0 })).toEqual([]);
  });

  it('are filtered by the kind of their body, whatever else they say', async () => {
    const strategy = { kind: 'preference', stance: 'avoid', strategy: text('npm install --force') } as const;
    await putItems(store, [
      [exampleItem('a', { type: 'preference' }), 'word'],
      [exampleItem('b', { type: 'preference', body: strategy }), 'word'],
      [exampleItem('c', { type: 'preference', content: text('{"kind":"preference"}') }), 'word'],
      [
        exampleItem('d', {
          tags: [text('"kind":"preference"')],
          body: { ...strategy, strategy: text('"kind":"variant"') },
        }),
        'word',
      ],
    ]);
    expect(idsOf({ bodyKind: 'preference' })).toEqual(['d', 'b']);
    expect(idsOf({ bodyKind: 'preference', types: ['preference'], limit: 1 })).toEqual(['b']);
    expect(idsOf({ bodyKind: 'variant' })).toEqual([]);
    expect(store.read((reader) => reader.countItems({ bodyKind: 'preference' }))).toBe(2);
  });

  it('are found by their body however often they are asked for between writes, those taken back included', async () => {
    const found = () => idsOf({ bodyKind: 'preference', statuses: ['active'] });
    const strategy = { kind: 'preference', stance: 'avoid', strategy: text('npm install --force') } as const;
    const put = (id: string, changes: Partial<MemoryItem> = {}) =>
      store.transact((transaction) =>
        transaction.putItem(exampleItem(id, { body: strategy, ...changes }), wordsOf('word')),
      );
    expect(found()).toEqual([]);
    await put('a');
    expect([found(), found()]).toEqual([['a'], ['a']]);
    await put('b');
    expect(found()).toEqual(['b', 'a']);
    await put('a', { status: 'archived' });
    expect(found()).toEqual(['b']);
    await expect(
      store.transact((transaction) => {
        transaction.putItem(exampleItem('c', { body: strategy }), wordsOf('word'));
        expect(transaction.items({ bodyKind: 'preference', statuses: ['active'] })).toHaveLength(2);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect(found()).toEqual(['b']);
    await store.transact((transaction) => transaction.removeItem(itemId('b')));
    expect(found()).toEqual([]);
    const other = open(folder.path);
    await other.transact((transaction) =>
      transaction.putItem(exampleItem('d', { body: strategy }), wordsOf('word')),
    );
    other.close();
    expect(found()).toEqual(lasts ? ['d'] : []);
  });

  const filters: readonly (readonly [ItemFilter, readonly string[]])[] = [
    [{}, ['e', 'd', 'c', 'b', 'a']],
    [{ scopes: [scopeA] }, ['c', 'b', 'a']],
    [{ scopes: [globalScope, scopeB] }, ['e', 'd']],
    [{ scopes: [] }, []],
    [{ types: ['fix', 'decision'] }, ['d', 'b']],
    [{ layers: ['working', 'procedural'] }, ['b']],
    [{ layers: ['semantic'], types: ['decision', 'fix'] }, ['d']],
    [{ statuses: ['superseded', 'archived'] }, ['d', 'c']],
    [{ quarantined: true }, ['e']],
    [{ quarantined: false, types: ['project_fact'] }, ['c', 'a']],
    [{ kinds: ['lesson', 'variant'] }, ['e', 'd', 'c', 'b', 'a']],
    [{ kinds: ['pattern', 'episode'] }, []],
    [{ origin: 'mcp:x' }, ['c', 'b']],
    [{ origin: 'mcp:x/s1' }, ['c']],
    [{ origin: 'mcp' }, []],
    [{ scopes: [scopeA], types: ['fix'], statuses: ['active'], quarantined: false, origin: 'mcp:x' }, ['b']],
  ];

  it.each(filters)('are filtered by %j', async (filter, expected) => {
    await putItems(store, [
      [exampleItem('a'), 'word'],
      [exampleItem('b', { type: 'fix', layer: 'procedural', origin: 'mcp:x' }), 'word'],
      [exampleItem('c', { status: 'superseded', origin: 'mcp:x/s1' }), 'word'],
      [exampleItem('d', { scope: scopeB, type: 'decision', status: 'archived', origin: 'mcp:xy' }), 'word'],
      [exampleItem('e', { scope: globalScope, quarantined: true, origin: 'mcp:x0/s1' }), 'word'],
    ]);
    expect(idsOf(filter)).toEqual(expected);
    expect(store.read((reader) => reader.countItems(filter))).toBe(expected.length);
  });

  it('are found by the beginning of an id, and by fingerprint within a scope', async () => {
    await putItems(store, [
      [exampleItem('ab-1', { fingerprint: 'same' }), 'word'],
      [exampleItem('ab-2'), 'word'],
      [exampleItem('b%-3', { scope: scopeB, fingerprint: 'same' }), 'word'],
    ]);
    store.read((reader) => {
      const startingWith = (prefix: string, limit = 9) =>
        reader.itemsByIdPrefix(prefix, limit).map(({ id }) => id);
      expect(startingWith('ab')).toEqual(['ab-2', 'ab-1']);
      expect(startingWith('ab', 1)).toHaveLength(1);
      expect(startingWith('ab-1')).toEqual(['ab-1']);
      expect(startingWith('%')).toEqual([]);
      expect(startingWith('b%')).toEqual(['b%-3']);
      expect(startingWith('')).toHaveLength(3);
      expect(reader.itemByFingerprint(scopeA, 'same')?.id).toBe('ab-1');
      expect(reader.itemByFingerprint(scopeB, 'same')?.id).toBe('b%-3');
      expect(reader.itemByFingerprint(globalScope, 'same')).toBeUndefined();
    });
  });

  it('are unique by fingerprint within a scope, and a second one is refused whole', async () => {
    await putItems(store, [[exampleItem('a', { fingerprint: 'same' }), 'word']]);
    const second = putItems(store, [
      [exampleItem('b'), 'other'],
      [exampleItem('c', { fingerprint: 'same' }), 'word'],
    ]);
    await expect(second).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(idsOf({})).toEqual(['a']);
    await putItems(store, [[exampleItem('b', { scope: scopeB, fingerprint: 'same' }), 'word']]);
    expect(idsOf({})).toEqual(['b', 'a']);
  });

  it('are replaced by id', async () => {
    const again = exampleItem('a', {
      title: text('new'),
      fingerprint: 'new',
      accessCount: 2,
      lastAccessedAtMs: 9,
    });
    await putItems(store, [[exampleItem('a'), 'word']]);
    await putItems(store, [[again, 'other']]);
    expect(itemOf('a')).toEqual(again);
    expect(store.read((reader) => reader.itemByFingerprint(scopeA, 'fingerprint of a'))).toBeUndefined();
    const updated = exampleItem('a', { status: 'archived', content: text('newer') });
    await store.transact((transaction) => transaction.updateItem(updated));
    expect(itemOf('a')).toEqual(updated);
    expect(idsOf({})).toEqual(['a']);
  });

  it('must be there to be updated', async () => {
    const update = store.transact((transaction) => transaction.updateItem(exampleItem('a')));
    await expect(update).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
    expect(idsOf({})).toEqual([]);
  });

  it('are gone through in the order of insertion, part by part', async () => {
    await putItems(
      store,
      ['a', 'b', 'c', 'd'].map((id) => [exampleItem(id, id === 'b' ? { status: 'archived' } : {}), 'word']),
    );
    const next = (ordinal: number, limit: number) =>
      store.read((reader) => reader.itemsAfter(ordinal, { status: 'active', limit }));
    const first = next(0, 2);
    expect(first.map(({ item }) => item.id)).toEqual(['a', 'c']);
    const rest = next(first.at(-1)?.ordinal ?? 0, 2);
    expect(rest.map(({ item }) => item.id)).toEqual(['d']);
    expect(next(rest.at(-1)?.ordinal ?? 0, 2)).toEqual([]);
  });

  it('are kept up from where it was last', async () => {
    expect(store.read((reader) => reader.upkeep())).toBeUndefined();
    await store.transact((transaction) => transaction.putUpkeep('{"a":1}'));
    await store.transact((transaction) => transaction.putUpkeep('{"a":2}'));
    expect(store.read((reader) => reader.upkeep())).toBe('{"a":2}');
  });

  it('count how often they were shown', async () => {
    await putItems(store, [
      [exampleItem('a'), 'word'],
      [exampleItem('b'), 'word'],
    ]);
    const shown = (id: string, count: number, lastAtMs: number) => ({ id: itemId(id), count, lastAtMs });
    await store.transact((transaction) => transaction.addAccesses([shown('a', 2, 50), shown('gone', 1, 50)]));
    await store.transact((transaction) => transaction.addAccesses([shown('a', 1, 40)]));
    expect(itemOf('a')).toEqual(exampleItem('a', { accessCount: 3, lastAccessedAtMs: 50 }));
    expect(itemOf('b')).toEqual(exampleItem('b'));
  });

  it('leave nothing when they are removed, terms or links of others, but what came of showing them', async () => {
    const link = { id: itemId('gone'), relation: 'supersedes' } as const;
    const other = { id: itemId('b'), relation: 'caused_by' } as const;
    const superseded = { supersededById: itemId('gone'), status: 'superseded' } as const;
    await putItems(store, [
      [exampleItem('a', { relatedItems: [link, other] }), 'word'],
      [exampleItem('b', superseded), 'word'],
      [exampleItem('gone', { relatedItems: [other], accessCount: 1 }), 'word rare'],
    ]);
    await store.transact((transaction) => {
      transaction.addOutcome(exampleOutcome('o1', { itemId: itemId('gone') }));
      transaction.addOutcome(exampleOutcome('o2', { itemId: itemId('a') }));
    });
    expect(await store.transact((transaction) => transaction.removeItem(itemId('gone')))).toBe(true);
    expect(await store.transact((transaction) => transaction.removeItem(itemId('gone')))).toBe(false);
    store.read((reader) => {
      expect(reader.item(itemId('gone'))).toBeUndefined();
      expect(reader.items({})).toEqual([
        exampleItem('b', { status: 'superseded' }),
        exampleItem('a', { relatedItems: [other] }),
      ]);
      expect(reader.documentFrequencies([scopeA], ['word', 'rare'])).toEqual(new Map([['word', 2]]));
      expect([...reader.outcomesAbout([itemId('gone'), itemId('a')]).keys()]).toEqual(['gone', 'a']);
      expect(reader.damagedRows()).toEqual([]);
    });
    await putItems(store, [[exampleItem('gone'), 'word']]);
    expect(itemOf('gone')).toEqual(exampleItem('gone'));
  });

  it('are seen by reads of their own transaction, and undone with it', async () => {
    await putItems(store, [[exampleItem('kept'), 'word']]);
    const undone = store.transact((transaction) => {
      transaction.putItem(exampleItem('new'), wordsOf('word fresh'));
      transaction.removeItem(itemId('kept'));
      expect(transaction.items({}).map(({ id }) => id)).toEqual(['new']);
      expect(transaction.documentFrequencies([scopeA], ['word', 'fresh'])).toEqual(wordsOf('word fresh'));
      expect(store.read((reader) => reader.countItems({}))).toBe(1);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(store.read((reader) => reader.items({}))).toEqual([exampleItem('kept')]);
    expect(store.read((reader) => reader.documentFrequencies([scopeA], ['word', 'fresh']))).toEqual(
      wordsOf('word'),
    );
  });

  it('are kept once acknowledged, when another task of the process rolls back', async () => {
    let tellInserted = () => {};
    const inserted = new Promise<void>((resolve) => {
      tellInserted = resolve;
    });
    const keeping = async () => {
      await putItems(store, [[exampleItem('kept'), 'word']]);
      tellInserted();
    };
    const failing = async () => {
      const early = store.transact((transaction) => {
        transaction.putItem(exampleItem('dropped'), wordsOf('word'));
        throw new Error('roll back');
      });
      await inserted;
      const late = store.transact((transaction) => {
        transaction.putItem(exampleItem('dropped too'), wordsOf('word'));
        throw new Error('roll back');
      });
      return Promise.allSettled([early, late]);
    };
    const [, outcomes] = await Promise.all([keeping(), failing()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(idsOf({})).toEqual(['kept']);
  });

  it('cannot be written by work that outlives its transaction', async () => {
    let late: () => unknown = () => undefined;
    await store.transact((transaction) => {
      late = () => transaction.putItem(exampleItem('late'), wordsOf('word'));
    });
    expect(late).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
    expect(idsOf({})).toEqual([]);
  });

  it('are read in one state, and not by asynchronous work', async () => {
    await putItems(store, [[exampleItem('a'), 'word']]);
    let writing: Promise<void> = Promise.resolve();
    store.read((reader) => {
      const before = reader.countItems({});
      writing = putItems(store, [[exampleItem('b'), 'word']]);
      expect(reader.countItems({})).toBe(before);
    });
    await writing;
    expect(idsOf({})).toEqual(['b', 'a']);
    expect(() => store.read(async () => 1)).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
  });
});

const exampleSymbol = { name: 'f', firstLine: 'function f() {', lineCount: 3, digest: 'd1' };
