import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { findDamage } from '../../src/adapters/sqlite/memory/find-damage.ts';
import { readMemoryVersions } from '../../src/adapters/sqlite/memory/memory-versions.ts';
import { firstSchema, memorySchema } from '../../src/adapters/sqlite/memory/migrations.ts';
import { memoryFiles } from '../../src/adapters/sqlite/memory/place-memory.ts';
import { addExample, idsIn, makeFolder, openStore } from '../contract/memory-store/example-store.ts';
import { placeOldSchema } from '../contract/memory-store/old-schema.ts';
import { runProgram } from '../doors/run-program.ts';
import { times } from '../effort.ts';

const processes = ['0', '1', '2', '3', '4', '5', '6', '7'];
const migrationKills = times(60);

describe('the first start of a memory', () => {
  it('raced by 8 processes makes one memory with the writes of all', async () => {
    const folder = makeFolder();
    const home = join(folder.path, 'not', 'there', 'yet');
    const programs = processes.map((name) => runProgram('write-repositories', [home, name, '3']));
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual(processes.map(() => 0));
    const store = openStore(home);
    const expected = processes.flatMap((name) => [`${name}-0`, `${name}-1`, `${name}-2`]);
    expect([...idsIn(store)].sort()).toEqual(expected);
    expect(store.recovered).toBeUndefined();
    store.close();
    expect(readdirSync(home).sort()).toEqual(['memory.db', 'memory.db.backup', 'memory.db.lock']);
    expect(findDamage(memoryFiles(home).backup, 1_000)).toBeUndefined();
    folder.remove();
  });
});

describe('a migration', () => {
  const folder = makeFolder();
  const { database: path } = memoryFiles(folder.path);
  const original = makeFolder();
  const originalPath = join(original.path, 'old-schema.db');
  /** The migration of `programs/migrate.ts` comes after ours. */
  const migrated = { schema: memorySchema + 1, copies: 80_000, hasTeams: true };
  const untouched = { schema: firstSchema, copies: undefined, hasTeams: false };

  beforeAll(() => {
    placeOldSchema(originalPath, processes);
  });

  beforeEach(placeMemory);

  afterAll(() => {
    folder.remove();
    original.remove();
  });

  function placeMemory(): void {
    folder.renew();
    copyFileSync(originalPath, path);
  }

  function readState() {
    const database = openDatabase(path, { subject: 'memory', synchronous: 'full', busyTimeoutMs: 1_000 });
    const { schema } = readMemoryVersions(database);
    const has = (name: string) =>
      database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined;
    const copies = has('copies')
      ? Number(database.prepare('SELECT count(*) AS count FROM copies').get()?.count)
      : undefined;
    const hasTeams = has('teams');
    database.close();
    return { schema, copies, hasTeams };
  }

  it(`that is killed leaves the old schema or the new one, ${migrationKills} times`, async () => {
    const seen = new Set<number>();
    for (let count = 0; count < migrationKills; count++) {
      placeMemory();
      const program = runProgram('migrate', [path]);
      await program.started;
      await sleep((count * 7) % 131);
      program.child.kill('SIGKILL');
      await program.ended;
      const state = readState();
      expect([untouched, migrated]).toContainEqual(state);
      expect(findDamage(path, 1_000)).toBeUndefined();
      seen.add(state.schema);
    }
    expect(seen).toContain(firstSchema);
    const store = openStore(folder.path);
    expect(idsIn(store)).toEqual(processes);
    store.close();
  });

  it('raced by 8 processes is done once, and makes older versions read only', async () => {
    const programs = processes.map(() => runProgram('migrate', [path]));
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual(processes.map(() => 0));
    expect(readState()).toEqual(migrated);

    const store = openStore(folder.path);
    expect(idsIn(store)).toEqual(processes);
    await expect(addExample(store, 'new')).rejects.toMatchObject({ code: 'MEMORY_TOO_NEW' });
    expect(idsIn(store)).toEqual(processes);
    store.close();
  });

  it('of a memory of an old schema is raced by 8 writers, and keeps the writes of all', async () => {
    const programs = processes.map((name) => runProgram('write-items', [folder.path, name, '2']));
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual(processes.map(() => 0));
    const store = openStore(folder.path);
    expect(idsIn(store)).toEqual(processes);
    const items = store.read((reader) => reader.items({}).map(({ id }) => id));
    expect(items.toSorted()).toEqual(processes.flatMap((name) => [`${name}-0`, `${name}-1`]));
    expect(store.recovered).toBeUndefined();
    store.close();
    expect(readState()).toMatchObject({ schema: memorySchema, hasTeams: true });
    expect(findDamage(path, 1_000)).toBeUndefined();
  });
});
