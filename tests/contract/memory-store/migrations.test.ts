import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { findDamage } from '../../../src/adapters/sqlite/memory/find-damage.ts';
import { readMemoryTables } from '../../../src/adapters/sqlite/memory/memory-tables.ts';
import { writeMemoryVersions } from '../../../src/adapters/sqlite/memory/memory-versions.ts';
import {
  checksumsOf,
  firstSchema,
  memoryMigrations,
} from '../../../src/adapters/sqlite/memory/migrations.ts';
import { memoryFiles } from '../../../src/adapters/sqlite/memory/place-memory.ts';
import { cachedPrepare, digestRow } from '../../../src/adapters/sqlite/memory/sealed-table.ts';
import { exampleItem, itemId, putItems } from './example-items.ts';
import { addExample, idsIn, makeFolder, openStore } from './example-store.ts';
import { placeOldSchema } from './old-schema.ts';

describe('a memory of an old schema', () => {
  const folder = makeFolder();
  const { database: path } = memoryFiles(folder.path);

  beforeEach(() => {
    folder.renew();
    placeOldSchema(path, ['r', 's']);
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
    expect(findDamage(path, 50)).toBeUndefined();
  });

  it('is read as it is where it cannot be brought up to date', () => {
    const database = openDatabase(path, {
      subject: 'memory',
      synchronous: 'full',
      busyTimeoutMs: 50,
      readOnly: true,
    });
    const reader = readMemoryTables(cachedPrepare(database));
    expect(reader.repositories().map(({ id }) => id)).toEqual(['r', 's']);
    expect(reader.items({ kinds: ['experience'] })).toEqual([]);
    expect(reader.outcomesInSession('s')).toEqual([]);
    expect(reader.teams()).toEqual([]);
    expect([reader.gateKnowledge(), reader.upkeep()]).toEqual([undefined, undefined]);
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

  it('is refused where it is older than any that is read, and stays as it is', () => {
    const database = openDatabase(path, { subject: 'memory', synchronous: 'full', busyTimeoutMs: 50 });
    writeMemoryVersions(database, { schema: firstSchema - 1, minimumWriter: 2 });
    database.close();
    const before = readFileSync(path);
    const store = openStore(folder.path);
    const refusal = {
      code: 'MEMORY_CORRUPT',
      message: expect.stringContaining(`it has schema ${firstSchema - 1}`),
    };
    expect(() => idsIn(store)).toThrow(expect.objectContaining(refusal));
    store.close();
    expect(readFileSync(path)).toEqual(before);
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
    const checksums = checksumsOf(memoryMigrations).map((_, at) => at + 1);
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
