import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { memoryFiles } from '../../../src/adapters/sqlite/memory/memory-files.ts';
import type { MemoryStore } from '../../../src/ports/memory-store.ts';
import { addExample, makeFolder, openStore, repositoryId } from './example-store.ts';
import { storeFactories } from './store-factories.ts';

const repository = repositoryId('r');
const learned = (family: number, atMs = family, more: object = {}) => ({
  ...{ repository, family, body: `[1,${family}]`, atMs },
  ...more,
});

describe.each(storeFactories)('circumstance in $name', ({ open }) => {
  const folder = makeFolder();
  let store: MemoryStore;

  beforeEach(async () => {
    folder.renew();
    store = open(folder.path);
    await addExample(store, 'r');
    await addExample(store, 's');
  });

  afterEach(() => {
    store.close();
    folder.remove();
  });

  const put = (...all: readonly ReturnType<typeof learned>[]) =>
    store.transact((transaction) => {
      for (const one of all) transaction.putCircumstance(one, 3);
    });
  const families = (id = 'r') =>
    store.read((reader) => reader.circumstances(repositoryId(id)).map(({ family }) => family));

  it('is nothing at first', () => {
    store.read((reader) => {
      expect(reader.circumstanceSalt()).toBeUndefined();
      expect(reader.circumstance(repository, 1)).toBeUndefined();
      expect(reader.circumstances(repository)).toEqual([]);
    });
  });

  it('is kept by repository and command family, the latest in place of the one before', async () => {
    await put(learned(1), learned(4_294_967_295, 7), learned(1, 9, { body: '[1,2]' }));
    store.read((reader) => {
      expect(reader.circumstance(repository, 1)).toBe('[1,2]');
      expect(reader.circumstance(repository, 4_294_967_295)).toBe('[1,4294967295]');
      expect(reader.circumstance(repositoryId('s'), 1)).toBeUndefined();
      expect(reader.circumstances(repository).map(({ atMs }) => atMs)).toEqual([9, 7]);
    });
  });

  it('is never of more families than the limit: what was learned of last stays, whatever the clock said', async () => {
    for (const family of [1, 2, 3, 4, 5]) await put(learned(family));
    expect(families()).toEqual([5, 4, 3]);
    await put(learned(6, -1));
    expect(families()).toEqual([5, 4, 6]);
    await put(learned(1, 9, { repository: repositoryId('s') }));
    expect(families()).toEqual([5, 4, 6]);
  });

  it('is forgotten by family, by repository, and with the repository', async () => {
    await put(learned(1), learned(2), learned(3));
    await store.transact((transaction) => {
      expect(transaction.removeCircumstance(repository, 2)).toBe(true);
      expect(transaction.removeCircumstance(repository, 2)).toBe(false);
    });
    expect(families()).toEqual([3, 1]);
    await store.transact((transaction) => expect(transaction.removeCircumstance(repository)).toBe(true));
    expect(families()).toEqual([]);
    await put(learned(1));
    await store.transact((transaction) => transaction.removeRepository(repository));
    expect(families()).toEqual([]);
  });

  it('goes when its salt does', async () => {
    await store.transact((transaction) => transaction.putCircumstanceSalt('one'));
    await put(learned(1));
    expect(store.read((reader) => reader.circumstanceSalt())).toBe('one');
    await store.transact((transaction) => transaction.putCircumstanceSalt('two'));
    expect(store.read((reader) => reader.circumstanceSalt())).toBe('two');
    expect(families()).toEqual([]);
  });
});

describe('circumstance in a damaged row', () => {
  const folder = makeFolder();
  afterEach(() => folder.remove());

  it('is as good as none, and no harm to anything else', async () => {
    const store = openStore(folder.path);
    await addExample(store, 'r');
    await store.transact((transaction) => {
      transaction.putCircumstanceSalt('one');
      transaction.putCircumstance(learned(1), 3);
    });
    store.close();
    const { database: path } = memoryFiles(folder.path);
    const database = openDatabase(path, { subject: 'memory', synchronous: 'full', busyTimeoutMs: 50 });
    database.exec("UPDATE circumstances SET body = '[1,7]'");
    database.exec("UPDATE circumstance_salt SET salt = 'other'");
    database.close();
    const again = openStore(folder.path);
    again.read((reader) => {
      expect(reader.circumstance(repository, 1)).toBeUndefined();
      expect(reader.circumstances(repository)).toEqual([]);
      expect(reader.circumstanceSalt()).toBeUndefined();
    });
    expect(again.recovered).toBeUndefined();
    expect(again.examine()).toBeUndefined();
    again.close();
  });
});
