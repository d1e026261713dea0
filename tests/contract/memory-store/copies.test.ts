import { copyFileSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import type { MemoryStore, MemoryUpkeep } from '../../../src/ports/memory-store.ts';
import { exampleDecision, exampleItem, putItems, wordsOf } from './example-items.ts';
import { addExample, fixedClock, idsIn, makeFolder, openStore } from './example-store.ts';
import { upkeepFactories } from './store-factories.ts';

const itemIdsIn = (store: MemoryStore) => store.read((reader) => reader.items({}).map(({ id }) => id));

function fillExample(store: MemoryStore): Promise<void> {
  return store.transact((transaction) => {
    transaction.putItem(exampleItem('a'), wordsOf('red'));
    transaction.putItem(exampleItem('b'), wordsOf('red green'));
    transaction.addDecision(exampleDecision('d'));
  });
}

const restorable = upkeepFactories.filter(({ name }) => name !== 'SQLite in memory');

describe.each(restorable)('copies of a memory: $name', ({ open }) => {
  const folder = makeFolder();
  const path = join(folder.path, 'copy.db');
  let store: MemoryStore & MemoryUpkeep;

  beforeEach(() => {
    folder.renew();
    store = open(folder.path);
  });

  afterEach(() => {
    store.close();
    folder.remove();
  });

  it('hold what the memory held, and bring it back', async () => {
    await fillExample(store);
    expect(await store.backUpTo(path)).toMatchObject({ path, itemCount: 2, decisionCount: 1 });
    await store.transact((transaction) => transaction.removeItem(exampleItem('a').id));
    await putItems(store, [[exampleItem('later'), 'blue']]);
    expect(await store.restoreFrom(path)).toMatchObject({ path, itemCount: 2, decisionCount: 1 });
    expect(itemIdsIn(store)).toEqual(['b', 'a']);
    await putItems(store, [[exampleItem('later'), 'red']]);
    expect(itemIdsIn(store)).toEqual(['later', 'b', 'a']);
    expect(store.recovered).toBeUndefined();
  });

  it('are never written over a file', async () => {
    await fillExample(store);
    await store.backUpTo(path);
    await expect(store.backUpTo(path)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('must be there to be brought back', async () => {
    await fillExample(store);
    await expect(store.restoreFrom(path)).rejects.toMatchObject({ code: 'BACKUP_UNUSABLE' });
    expect(itemIdsIn(store)).toEqual(['b', 'a']);
  });

  it('wait for the writes that were asked for before', async () => {
    const [, copy] = await Promise.all([fillExample(store), store.backUpTo(path)]);
    expect(copy.itemCount).toBe(2);
  });
});

describe('a copy of a memory in files', () => {
  const folder = makeFolder();
  const home = join(folder.path, 'home');
  const path = join(folder.path, 'copy.db');
  let store: MemoryStore & MemoryUpkeep;

  beforeEach(async () => {
    folder.renew();
    store = openStore(home);
    await fillExample(store);
  });

  afterEach(() => {
    store.close();
    folder.remove();
  });

  const replacedAt = `memory.db.replaced-${new Date(fixedClock.nowMs()).toISOString().replaceAll(':', '-')}`;

  it('leaves no trace beside it, and needs its folder', async () => {
    await store.backUpTo(path);
    expect(readdirSync(folder.path).sort()).toEqual(['copy.db', 'home']);
    const deeper = store.backUpTo(join(folder.path, 'not', 'there.db'));
    await expect(deeper).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(readdirSync(folder.path).sort()).toEqual(['copy.db', 'home']);
  });

  it('cannot be made of nothing', async () => {
    const empty = openStore(join(folder.path, 'empty'));
    await expect(empty.backUpTo(path)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(readdirSync(folder.path)).toEqual(['home']);
  });

  it('keeps the memory that it replaces, with what its log held', async () => {
    await store.backUpTo(path);
    await putItems(store, [[exampleItem('later'), 'blue']]);
    const { asidePath } = await store.restoreFrom(path);
    expect(asidePath).toBe(join(home, replacedAt));
    const aside = join(folder.path, 'aside');
    mkdirSync(aside);
    for (const suffix of ['', '-wal']) {
      if (readdirSync(home).includes(replacedAt + suffix))
        copyFileSync(join(home, replacedAt + suffix), join(aside, `memory.db${suffix}`));
    }
    const old = openStore(aside);
    expect(itemIdsIn(old)).toEqual(['later', 'b', 'a']);
    old.close();
  });

  it('becomes the backup, too, and other stores of the home see it', async () => {
    const other = openStore(home);
    await store.backUpTo(path);
    await putItems(other, [[exampleItem('later'), 'blue']]);
    await store.restoreFrom(path);
    expect(itemIdsIn(other)).toEqual(['b', 'a']);
    await putItems(other, [[exampleItem('c'), 'blue']]);
    other.close();
    store.close();
    truncateSync(join(home, 'memory.db'), 0);
    expect(itemIdsIn(store)).toEqual(['c', 'b', 'a']);
    expect(store.recovered).toBeDefined();
  });

  it('can be made of a memory that is kept out of the file system, but not take its place', async () => {
    const nowhere = openStore(':memory:');
    await fillExample(nowhere);
    expect(await nowhere.backUpTo(path)).toMatchObject({ itemCount: 2, decisionCount: 1 });
    await expect(nowhere.restoreFrom(path)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    nowhere.close();
    await store.restoreFrom(path);
    expect(itemIdsIn(store)).toEqual(['b', 'a']);
  });

  it('fills a home that never had a memory', async () => {
    await store.backUpTo(path);
    const other = openStore(join(folder.path, 'other', 'home'));
    expect(await other.restoreFrom(path)).toEqual({
      path,
      bytes: readFileSync(path).length,
      itemCount: 2,
      decisionCount: 1,
    });
    expect(itemIdsIn(other)).toEqual(['b', 'a']);
    other.close();
  });

  it('may be the file of a memory that is open elsewhere', async () => {
    const open = openStore(join(folder.path, 'other'));
    await addExample(open, 'r');
    await store.restoreFrom(join(folder.path, 'other', 'memory.db'));
    expect(idsIn(store)).toEqual(['r']);
    open.close();
  });

  /** Whatever cannot take the memory's place. */
  const unusable: readonly { readonly name: string; readonly place: (path: string) => void }[] = [
    { name: 'a folder', place: (at) => mkdirSync(at) },
    { name: 'an empty file', place: (at) => writeFileSync(at, '') },
    { name: 'text', place: (at) => writeFileSync(at, 'not a memory '.repeat(900)) },
    { name: 'cut', place: (at) => cut(at) },
    { name: 'another database', place: (at) => alter(at, 'PRAGMA application_id = 1') },
    {
      name: 'changed in an item',
      place: (at) => alter(at, "UPDATE items SET rest = replace(rest, 'of a', 'of A')"),
    },
    { name: 'changed in its terms', place: (at) => alter(at, "UPDATE item_terms SET terms = '[]'") },
    { name: 'changed in a posting', place: (at) => alter(at, 'UPDATE item_postings SET frequency = 7') },
    { name: 'changed in a decision', place: (at) => alter(at, 'UPDATE decisions SET at_ms = 9') },
    { name: 'changed in its schema', place: (at) => alter(at, 'DROP INDEX outcomes_of_item') },
    {
      name: 'of a newer schema',
      place: (at) => alter(at, "UPDATE meta SET value = 99 WHERE key = 'schema_version'"),
    },
  ];

  const alter = (at: string, sql: string) => {
    copyFileSync(path, at);
    const database = openDatabase(at, { subject: 'memory', synchronous: 'full', busyTimeoutMs: 50 });
    database.exec(sql);
    database.close();
  };

  const cut = (at: string) => {
    copyFileSync(path, at);
    truncateSync(at, 12_288);
  };

  it.each(unusable)('is refused when it is $name, and nothing is changed', async ({ place }) => {
    await store.backUpTo(path);
    const bad = join(folder.path, 'bad.db');
    place(bad);
    await expect(store.restoreFrom(bad)).rejects.toMatchObject({ code: 'BACKUP_UNUSABLE' });
    expect(itemIdsIn(store)).toEqual(['b', 'a']);
    expect(readdirSync(home).filter((name) => /replaced|unfinished/.test(name))).toEqual([]);
  });

  it('leaves out rows that are damaged, so that it can be restored', async () => {
    const database = openDatabase(join(home, 'memory.db'), {
      subject: 'memory',
      synchronous: 'full',
      busyTimeoutMs: 50,
    });
    database.exec("UPDATE items SET rest = replace(rest, 'of a', 'of A')");
    database.close();
    expect((await store.backUpTo(path)).itemCount).toBe(1);
    await store.restoreFrom(path);
    expect(itemIdsIn(store)).toEqual(['b']);
  });
});
