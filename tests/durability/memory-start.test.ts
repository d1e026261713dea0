import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/adapters/sqlite/database.ts';
import { findDamage } from '../../src/adapters/sqlite/memory/find-damage.ts';
import { memoryFiles } from '../../src/adapters/sqlite/memory/memory-files.ts';
import { readMemoryVersions } from '../../src/adapters/sqlite/memory/memory-versions.ts';
import { addExample, idsIn, makeFolder, openStore } from '../memory-store/example-store.ts';
import { runProgram } from './run-program.ts';

const processes = ['0', '1', '2', '3', '4', '5', '6', '7'];

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

  async function placeMemory(): Promise<void> {
    folder.renew();
    const store = openStore(folder.path);
    for (const name of processes) await addExample(store, name);
    store.close();
  }

  beforeEach(placeMemory);

  afterEach(() => folder.remove());

  function versionAndCopies(): { readonly schema: number; readonly copies: number | undefined } {
    const database = openDatabase(path, { subject: 'memory', synchronous: 'full', busyTimeoutMs: 1_000 });
    const { schema } = readMemoryVersions(database);
    const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'copies'").get();
    const copies = table && Number(database.prepare('SELECT count(*) AS count FROM copies').get()?.count);
    database.close();
    return { schema, copies };
  }

  it('that is killed leaves the old schema or the new one', async () => {
    const seen = new Set<number>();
    for (let delayMs = 0; delayMs < 100; delayMs += 10) {
      await placeMemory();
      const program = runProgram('migrate', [path]);
      await program.started;
      await sleep(delayMs);
      program.child.kill('SIGKILL');
      await program.ended;
      const state = versionAndCopies();
      expect([
        { schema: 1, copies: undefined },
        { schema: 2, copies: 80_000 },
      ]).toContainEqual(state);
      expect(findDamage(path, 1_000)).toBeUndefined();
      seen.add(state.schema);
    }
    expect(seen).toContain(1);
  });

  it('raced by 8 processes is done once, and makes older versions read only', async () => {
    const programs = processes.map(() => runProgram('migrate', [path]));
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual(processes.map(() => 0));
    expect(versionAndCopies()).toEqual({ schema: 2, copies: 80_000 });

    const store = openStore(folder.path);
    expect(idsIn(store)).toEqual(processes);
    await expect(addExample(store, 'new')).rejects.toMatchObject({ code: 'MEMORY_TOO_NEW' });
    expect(idsIn(store)).toEqual(processes);
    store.close();
  });
});
