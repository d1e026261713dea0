import { copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/sqlite/memory/open-memory-store.ts';
import { exampleItem, putItems, text } from './example-items.ts';
import { makeFolder, openStore } from './example-store.ts';

const minuteMs = 60_000;
const largeText = text('large '.repeat(400_000));

describe('the backup of a memory', () => {
  const folder = makeFolder();
  const home = join(folder.path, 'home');
  const backup = join(home, 'memory.db.backup');

  beforeEach(() => folder.renew());

  afterEach(() => folder.remove());

  /** Adds a memory in a process of its own, some time after the last backup, and lets it end. */
  async function addLater(
    id: string,
    minutes: number,
    content = text('small'),
    backups: 'auto' | 'none' = 'auto',
  ) {
    const lastMs = statSync(backup, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const clock = { nowMs: () => lastMs + minutes * minuteMs };
    const store = openMemoryStore({ directory: home, clock, backups });
    await putItems(store, [[exampleItem(id, { content }), 'word']]);
    store.close();
  }

  function idsInBackup(): readonly string[] {
    const copy = join(folder.path, 'copy');
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(copy);
    copyFileSync(backup, join(copy, 'memory.db'));
    const store = openStore(copy);
    const ids = store.read((reader) => reader.items({}).map(({ id }) => id));
    store.close();
    return ids;
  }

  it('follows every change of a small memory', async () => {
    await addLater('a', 0);
    expect(idsInBackup()).toEqual(['a']);
    await addLater('b', 0);
    expect(idsInBackup()).toEqual(['b', 'a']);
  });

  it('follows a large one every ten minutes, whatever the clock was set to', async () => {
    await addLater('a', 0, largeText);
    expect(idsInBackup()).toEqual(['a']);
    await addLater('b', 9);
    expect(idsInBackup()).toEqual(['a']);
    await addLater('c', 11);
    expect(idsInBackup()).toEqual(['c', 'b', 'a']);
    await addLater('d', -5);
    expect(idsInBackup()).toEqual(['c', 'b', 'a']);
    await addLater('e', -5_000_000);
    expect(idsInBackup()).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  it('is left to others where that is asked for', async () => {
    await addLater('a', 0, text('small'), 'none');
    expect(existsSync(backup)).toBe(false);
    await addLater('b', 0);
    expect(idsInBackup()).toEqual(['b', 'a']);
  });
});
