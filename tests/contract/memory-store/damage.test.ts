import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { times } from '../../effort.ts';
import { addExample, fixedClock, idsIn, makeFilledFolder, makeFolder, openStore } from './example-store.ts';

const changedBytes = times(300, 60);

const aside = `memory.db.corrupt-${new Date(fixedClock.nowMs()).toISOString().replaceAll(':', '-')}`;

/** A change that SQLite finds nothing wrong with. */
function changeBy(sql: string): (path: string) => void {
  return (path) => {
    const database = openDatabase(path, { subject: 'memory', synchronous: 'full', busyTimeoutMs: 50 });
    database.exec(sql);
    database.close();
  };
}

/** Ways in which a memory file is ruined. Each leaves something that was never a state of the memory. */
const damages: readonly { readonly name: string; readonly ruin: (path: string) => void }[] = [
  { name: 'emptied', ruin: (path) => truncateSync(path, 0) },
  { name: 'cut in the middle', ruin: (path) => truncateSync(path, 8_192) },
  { name: 'cut within its header', ruin: (path) => truncateSync(path, 50) },
  { name: 'overwritten with text', ruin: (path) => writeFileSync(path, 'not a database '.repeat(1_000)) },
  { name: 'changed in a name', ruin: changeBy("UPDATE repositories SET name = 'c' WHERE id = 'a'") },
  {
    name: 'changed in a piece of evidence',
    ruin: changeBy("UPDATE repository_evidence SET value = 'example.org/A' WHERE value = 'example.org/a'"),
  },
  { name: 'changed in its schema', ruin: changeBy('DROP INDEX one_repository_a_path') },
  {
    name: 'changed in its version',
    ruin: changeBy("UPDATE meta SET value = value + 2 WHERE key = 'schema_version'"),
  },
  {
    name: 'zeroed from the second page on',
    ruin: (path) => {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0, 4_096));
    },
  },
];

describe('a damaged memory', () => {
  const folder = makeFilledFolder(async (store) => {
    await addExample(store, 'a');
    await addExample(store, 'b');
  });
  const at = (name: string) => join(folder.path, name);

  beforeEach(() => folder.renew());
  afterEach(() => folder.remove());

  it.each(damages)('$name: is kept aside, and its backup takes its place', async ({ ruin }) => {
    ruin(at('memory.db'));
    const ruined = readFileSync(at('memory.db'));
    const store = openStore(folder.path);
    expect(idsIn(store)).toEqual(['a', 'b']);
    expect(store.recovered).toMatchObject({
      asidePath: at(aside),
      restoredFrom: at('memory.db.backup'),
      damage: expect.stringMatching(/./),
      backedUpAtMs: expect.any(Number),
    });
    expect(readFileSync(at(aside))).toEqual(ruined);
    await addExample(store, 'c');
    store.close();
    expect(idsIn(openStore(folder.path))).toEqual(['a', 'b', 'c']);
  });

  it.each(damages)('$name: mended by a write, too', async ({ ruin }) => {
    ruin(at('memory.db'));
    const store = openStore(folder.path);
    await addExample(store, 'c');
    expect(idsIn(store)).toEqual(['a', 'b', 'c']);
    expect(store.recovered).toBeDefined();
    store.close();
  });

  it.each(damages)('$name, without a backup: is an error and stays untouched', async ({ ruin }) => {
    rmSync(at('memory.db.backup'));
    ruin(at('memory.db'));
    const ruined = readFileSync(at('memory.db'));
    const store = openStore(folder.path);
    expect(() => idsIn(store)).toThrow(expect.objectContaining({ code: 'MEMORY_CORRUPT' }));
    await expect(addExample(store, 'c')).rejects.toMatchObject({ code: 'MEMORY_CORRUPT' });
    store.close();
    expect(readFileSync(at('memory.db'))).toEqual(ruined);
  });

  it('is an error when its backup is damaged as well', () => {
    truncateSync(at('memory.db'), 0);
    writeFileSync(at('memory.db.backup'), 'no backup either');
    const store = openStore(folder.path);
    expect(() => idsIn(store)).toThrow(expect.objectContaining({ code: 'MEMORY_CORRUPT' }));
    expect(readFileSync(at('memory.db')).length).toBe(0);
    store.close();
  });

  it('is not replaced by a database of another program', () => {
    rmSync(at('memory.db'));
    writeFileSync(at('memory.db'), emptyDatabase());
    const store = openStore(folder.path);
    expect(idsIn(store)).toEqual(['a', 'b']);
    expect(store.recovered?.asidePath).toBe(at(aside));
    store.close();
  });

  it('comes back from its backup when the file is gone, without the log of another life', async () => {
    const store = openStore(folder.path);
    await addExample(store, 'c');
    copyFileSync(at('memory.db-wal'), at('saved-wal'));
    store.close();
    rmSync(at('memory.db'));
    copyFileSync(at('saved-wal'), at('memory.db-wal'));
    const next = openStore(folder.path);
    expect(idsIn(next)).toEqual(['a', 'b', 'c']);
    expect(next.recovered?.damage).toBe('it is missing');
    next.close();
  });

  it('is found while the store is open, and mended', async () => {
    const store = openStore(folder.path);
    expect(idsIn(store)).toEqual(['a', 'b']);
    rmSync(at('memory.db'));
    writeFileSync(at('memory.db'), '');
    expect(idsIn(store)).toEqual(['a', 'b']);
    expect(store.recovered).toBeDefined();
    store.close();
  });

  it('has a backup of the last changes also after a process that was killed', async () => {
    rmSync(at('memory.db.backup'));
    const reader = openStore(folder.path);
    expect(idsIn(reader)).toEqual(['a', 'b']);
    reader.close();
    truncateSync(at('memory.db'), 0);
    const store = openStore(folder.path);
    expect(idsIn(store)).toEqual(['a', 'b']);
    store.close();
  });

  it('does not reach the backup when it comes while the store is open', async () => {
    const store = openStore(folder.path);
    expect(idsIn(store)).toEqual(['a', 'b']);
    changeBy("UPDATE repositories SET name = 'c' WHERE id = 'a'")(at('memory.db'));
    await addExample(store, 'c');
    store.close();
    const next = openStore(folder.path);
    expect(idsIn(next)).toEqual(['a', 'b']);
    expect(next.recovered?.damage).toMatch(/row of repositories/);
    next.close();
    expect(existsSync(at(aside))).toBe(true);
  });

  it('loses only what the log holds when the log is garbled', async () => {
    const store = openStore(folder.path);
    await addExample(store, 'c');
    const copy = makeFolder();
    for (const name of ['memory.db', 'memory.db-wal']) copyFileSync(at(name), join(copy.path, name));
    store.close();
    appendFileSync(join(copy.path, 'memory.db-wal'), Buffer.alloc(5_000, 7));
    const reopened = openStore(copy.path);
    expect(idsIn(reopened)).toEqual(['a', 'b', 'c']);
    reopened.close();
    copy.remove();
  });

  it('never becomes a crash or an empty memory, whichever byte is changed', () => {
    const original = openStore(folder.path);
    const whole = original.read((reader) => reader.repositories());
    original.close();
    const bytes = readFileSync(at('memory.db'));
    const outcomes = new Set<string>();
    for (let count = 0; count < changedBytes; count++) {
      const mutated = Buffer.from(bytes);
      const offset = Math.floor((bytes.length * count) / changedBytes);
      mutated[offset] = (mutated[offset] ?? 0) ^ (1 << (count % 8));
      writeFileSync(at('memory.db'), mutated);
      const store = openStore(folder.path);
      expect(store.read((reader) => reader.repositories())).toEqual(whole);
      outcomes.add(store.recovered === undefined ? 'served' : 'mended');
      store.close();
    }
    expect(outcomes).toEqual(new Set(['served', 'mended']));
    expect(readdirSync(folder.path).filter((name) => name.endsWith('unfinished'))).toEqual([]);
    expect(existsSync(at('memory.db.backup'))).toBe(true);
  });
});

/** A valid SQLite header that does not carry our mark. */
function emptyDatabase(): Buffer {
  const page = Buffer.alloc(4_096);
  page.write('SQLite format 3\0', 'latin1');
  page.writeUInt16BE(4_096, 16);
  page.set([1, 1, 0, 64, 32, 32], 18);
  page.writeUInt32BE(1, 28);
  page.writeUInt32BE(4, 44);
  page.writeUInt32BE(1, 56);
  page.set([13, 0, 0, 0, 0, 16, 0, 0], 100);
  return page;
}
