import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { findDamage } from '../../../src/adapters/sqlite/memory/find-damage.ts';
import { memoryFiles } from '../../../src/adapters/sqlite/memory/memory-files.ts';
import { readMemoryTables } from '../../../src/adapters/sqlite/memory/memory-tables.ts';
import { memoryMigrations } from '../../../src/adapters/sqlite/memory/migrations.ts';
import { cachedPrepare } from '../../../src/adapters/sqlite/memory/row-writer.ts';
import { digestRow } from '../../../src/adapters/sqlite/memory/sealed-table.ts';
import { itemKinds, standaloneKinds } from '../../../src/model/memory-item.ts';
import type { MemoryReader } from '../../../src/ports/memory-store.ts';
import { exampleItem, exampleOutcome, examplePart, itemId, putItems, scopeA } from './example-items.ts';
import { addExample, idsIn, makeFolder, openStore } from './example-store.ts';
import { placeFirstSchema } from './first-schema.ts';
import { takeBackToSecondSchema } from './second-schema.ts';

describe('a memory of the first schema', () => {
  const folder = makeFolder();
  const { database: path } = memoryFiles(folder.path);

  beforeEach(() => {
    folder.renew();
    placeFirstSchema(path, ['r', 's']);
  });

  afterEach(() => folder.remove());

  it('is brought up to date when it is opened, with all it holds', async () => {
    const store = openStore(folder.path);
    expect(idsIn(store)).toEqual(['r', 's']);
    await putItems(store, [[exampleItem('a'), 'red']]);
    expect(store.read((reader) => reader.item(itemId('a')))).toEqual(exampleItem('a'));
    expect(idsIn(store)).toEqual(['r', 's']);
    expect(store.recovered).toBeUndefined();
    store.close();
  });

  it('has no items where it cannot be brought up to date', () => {
    const database = openDatabase(path, {
      subject: 'memory',
      synchronous: 'full',
      busyTimeoutMs: 50,
      readOnly: true,
    });
    const reader = readMemoryTables(cachedPrepare(database), 1);
    expect(reader.repositories().map(({ id }) => id)).toEqual(['r', 's']);
    expect(reader.items({})).toEqual([]);
    expect(reader.postings([scopeA], ['red'])).toEqual({ itemCount: 0, totalLength: 0, lists: [] });
    expect(reader.damagedRows()).toEqual([]);
    database.close();
  });

  it('can take the place of another', async () => {
    const other = openStore(join(folder.path, 'other'));
    await addExample(other, 'a');
    expect(await other.restoreFrom(path)).toMatchObject({ itemCount: 0, decisionCount: 0 });
    expect(idsIn(other)).toEqual(['r', 's']);
    await putItems(other, [[exampleItem('a'), 'red']]);
    other.close();
  });
});

describe('a memory of the second schema', () => {
  const folder = makeFolder();
  const { database: path, backup } = memoryFiles(folder.path);
  const outcome = exampleOutcome('o', { itemId: itemId('variant') });

  beforeEach(async () => {
    folder.renew();
    const store = openStore(folder.path);
    await putItems(
      store,
      itemKinds.map((kind) => [examplePart(kind, kind), 'red'] as const),
    );
    await store.transact((transaction) => transaction.addOutcome(outcome));
    store.close();
    rmSync(backup);
    takeBackToSecondSchema(path);
  });

  afterEach(() => folder.remove());

  function expectAll(reader: MemoryReader): void {
    for (const kind of itemKinds)
      expect(reader.items({ kinds: [kind] })).toEqual([expect.objectContaining({ id: kind })]);
    expect(reader.countItems({ kinds: standaloneKinds, types: ['project_fact'] })).toBe(2);
    expect(reader.itemsRelatedTo(itemId('whole'), 'depends_on')).toHaveLength(2);
    expect(reader.outcomesAbout([itemId('variant')])).toEqual(new Map([['variant', [outcome]]]));
    expect(reader.outcomesInSession('s')).toEqual([]);
    expect(reader.damagedRows()).toEqual([]);
  }

  it('tells kinds apart once it is brought up to date', async () => {
    const store = openStore(folder.path);
    store.read(expectAll);
    store.read((reader) => expect(reader.postings([scopeA], ['red']).itemCount).toBe(2));
    await store.transact((transaction) => transaction.addOutcome(exampleOutcome('later', { session: 's' })));
    expect(store.read((reader) => reader.outcomesInSession('s'))).toHaveLength(1);
    expect(store.recovered).toBeUndefined();
    store.close();
    expect(findDamage(path, 50)).toBeUndefined();
  });

  it('is read as it is where it cannot be brought up to date', () => {
    const database = openDatabase(path, {
      subject: 'memory',
      synchronous: 'full',
      busyTimeoutMs: 50,
      readOnly: true,
    });
    expectAll(readMemoryTables(cachedPrepare(database), 2));
    database.close();
  });
});

describe('a memory that went through other migrations', () => {
  const folder = makeFolder();
  const { database: path } = memoryFiles(folder.path);

  beforeEach(async () => {
    folder.renew();
    const store = openStore(folder.path);
    await addExample(store, 'r');
    store.close();
  });

  afterEach(() => folder.remove());

  function writeMeta(entries: Readonly<Record<string, number>>): void {
    const database = openDatabase(path, { subject: 'memory', synchronous: 'full', busyTimeoutMs: 50 });
    const update = database.prepare('UPDATE meta SET value = ? WHERE key = ?');
    for (const [key, value] of Object.entries(entries)) update.run(value, key);
    database.close();
  }

  it('is refused, saying so, and stays as it is', async () => {
    const checksums = memoryMigrations.map((_, at) => at + 1);
    const keys = checksums.map((checksum) => [`migration_${checksum}`, checksum] as const);
    writeMeta({ ...Object.fromEntries(keys), checksums: digestRow(...checksums) });
    const before = readFileSync(path);
    const store = openStore(folder.path);
    const refusal = { code: 'MEMORY_CORRUPT', message: expect.stringContaining('another migration 1') };
    expect(() => idsIn(store)).toThrow(expect.objectContaining(refusal));
    await expect(addExample(store, 'new')).rejects.toMatchObject(refusal);
    await expect(openStore(join(folder.path, 'other')).restoreFrom(path)).rejects.toMatchObject({
      code: 'BACKUP_UNUSABLE',
    });
    store.close();
    expect(store.recovered).toBeUndefined();
    expect(readFileSync(path)).toEqual(before);
  });

  it('is told from one whose checksums are damaged, which its backup mends', () => {
    writeMeta({ migration_2: 7 });
    const store = openStore(folder.path);
    expect(idsIn(store)).toEqual(['r']);
    expect(store.recovered?.damage).toBe('its schema is not what was written');
    store.close();
  });
});
