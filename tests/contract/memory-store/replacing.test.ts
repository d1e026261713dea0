import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addExample, idsIn, makeFolder, openStore } from './example-store.ts';

describe('a memory that is being replaced', () => {
  const folder = makeFolder();
  const at = (name: string) => join(folder.path, name);
  const asideNames = () => readdirSync(folder.path).filter((name) => /corrupt-.*Z$/.test(name));
  let store: ReturnType<typeof openStore>;

  /** Holds the lock as another process would; gives what lets go of it. */
  function hold(level: 'BEGIN EXCLUSIVE' | 'BEGIN; SELECT 1 FROM sqlite_schema'): () => void {
    const lock = new DatabaseSync(at('memory.db.lock'));
    lock.exec(level);
    return () => lock.close();
  }

  beforeEach(async () => {
    folder.renew();
    store = openStore(folder.path, 50);
    await addExample(store, 'a');
    store.close();
  });

  afterEach(() => {
    store.close();
    folder.remove();
  });

  it('is neither read nor written meanwhile, and is afterwards', async () => {
    const release = hold('BEGIN EXCLUSIVE');
    expect(() => idsIn(store)).toThrow(expect.objectContaining({ code: 'MEMORY_BUSY' }));
    await expect(addExample(store, 'b')).rejects.toMatchObject({ code: 'MEMORY_BUSY' });
    release();
    await addExample(store, 'b');
    expect(idsIn(store)).toEqual(['a', 'b']);
  });

  it('is not closed meanwhile: that could delete the log of the next memory', () => {
    idsIn(store);
    const release = hold('BEGIN EXCLUSIVE');
    expect(() => store.close()).toThrow(expect.objectContaining({ code: 'MEMORY_BUSY' }));
    expect(readdirSync(folder.path)).toContain('memory.db-wal');
    release();
    store.close();
    expect(readdirSync(folder.path)).not.toContain('memory.db-wal');
  });

  it('is used by no process: a damaged file stays in place while a reader holds it', () => {
    truncateSync(at('memory.db'), 8_192);
    const release = hold('BEGIN; SELECT 1 FROM sqlite_schema');
    expect(() => idsIn(store)).toThrow(expect.objectContaining({ code: 'MEMORY_BUSY' }));
    expect(asideNames()).toEqual([]);
    release();
    expect(idsIn(store)).toEqual(['a']);
    expect(asideNames()).toHaveLength(1);
  });

  it('is left alone by a store that still has the damaged one open', async () => {
    idsIn(store);
    truncateSync(at('memory.db'), 0);
    const other = openStore(folder.path, 50);
    await addExample(other, 'b');
    store.close();
    expect(readdirSync(folder.path)).toContain('memory.db-wal');
    await addExample(store, 'c');
    expect(idsIn(other)).toEqual(['a', 'b', 'c']);
    other.close();
  });

  it('is replaced for a whole transaction, when the damage shows in a read inside', async () => {
    idsIn(store);
    const stranger = new DatabaseSync(at('memory.db'));
    stranger.exec("UPDATE repositories SET name = 'b'");
    stranger.close();
    let runs = 0;
    const ids = await store.transact(() => {
      runs += 1;
      return idsIn(store);
    });
    expect({ runs, ids }).toEqual({ runs: 2, ids: ['a'] });
    expect(store.recovered).toBeDefined();
  });

  it('needs no more of its lock than that it is there', async () => {
    writeFileSync(at('memory.db.lock'), 'not empty any more '.repeat(100));
    expect(idsIn(store)).toEqual(['a']);
    await addExample(store, 'b');
    truncateSync(at('memory.db'), 0);
    store.close();
    expect(idsIn(store)).toEqual(['a', 'b']);
  });
});
