import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { mendRows } from '../../../src/adapters/sqlite/memory/mend-memory.ts';
import { openMemoryStore } from '../../../src/adapters/sqlite/memory/open-memory-store.ts';
import { decisionId, exampleDecision, exampleItem, itemId, putItems, text } from './example-items.ts';
import { fixedClock, makeFolder, openStore } from './example-store.ts';

const folder = makeFolder();
const home = join(folder.path, 'home');
const disk = join(folder.path, 'disk');
const path = join(home, 'memory.db');

/** Keeps what a loss of power would leave, as of the last wait for the disk. */
function keepOnDisk(): void {
  rmSync(disk, { recursive: true, force: true });
  mkdirSync(disk);
  for (const name of ['memory.db', 'memory.db-wal']) {
    if (existsSync(join(home, name))) copyFileSync(join(home, name), join(disk, name));
  }
}

vi.mock('../../../src/adapters/sqlite/open-file.ts', async (original) => {
  const real = await original<typeof import('../../../src/adapters/sqlite/open-file.ts')>();
  return {
    ...real,
    syncFile: (file: string) => {
      real.syncFile(file);
      if (file.endsWith('-wal')) keepOnDisk();
    },
  };
});

beforeEach(() => folder.renew());

afterEach(() => folder.remove());

const put = async (...ids: readonly string[]) => {
  for (const id of ids) {
    const store = openStore(home);
    await putItems(store, [[exampleItem(id), 'word']]);
    store.close();
  }
};

function idsIn(name: string): readonly string[] {
  const copy = join(folder.path, 'copy');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  copyFileSync(join(home, name), join(copy, 'memory.db'));
  const store = openStore(copy);
  const ids = store.read((reader) => reader.items({}).map(({ id }) => id));
  store.close();
  return ids;
}

const holders = (words: string) =>
  readdirSync(home).filter((name) => readFileSync(join(home, name), 'latin1').includes(words));

it('takes no backup of what the disk does not have yet', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = openStore(home);
  onTestFinished(() => store.close());
  await putItems(store, [[exampleItem('a'), 'word']]);
  keepOnDisk();
  await store.transact((transaction) => transaction.addDecision(exampleDecision('soon')), {
    mayBeLost: 'soon',
  });
  vi.advanceTimersByTime(5_000);
  expect(holders('"soon"')).toContain('memory.db.backup');
  const left = openStore(disk);
  onTestFinished(() => left.close());
  expect(left.read((reader) => reader.decision(decisionId('soon')))).toBeDefined();
});

describe('a backup that is ahead of the memory', () => {
  /** An older memory lies beside the backup of three later changes that it does not have. */
  beforeEach(async () => {
    await put('kept');
    const older = readFileSync(path);
    await put('lost 1', 'lost 2', 'lost 3');
    writeFileSync(path, older);
  });

  const aside = () => readdirSync(home).filter((name) => name.startsWith('memory.db.replaced-'));

  it.each(['auto', 'none'] as const)(
    'is kept aside when the memory is opened, with backups: %s',
    async (backups) => {
      const store = openMemoryStore({ directory: home, clock: fixedClock, backups });
      expect(store.read((reader) => reader.items({}).map(({ id }) => id))).toEqual(['kept']);
      store.close();
      expect(aside()).toEqual([expect.stringMatching(/Z$/)]);
      expect(idsIn(aside()[0] ?? '')).toEqual(['lost 3', 'lost 2', 'lost 1', 'kept']);
      await put('later');
      expect(aside()).toHaveLength(1);
      expect(idsIn('memory.db.backup')).toEqual(['later', 'kept']);
    },
  );

  it('is moved once by processes that open the memory together', async () => {
    const stores = [openStore(home), openStore(home)];
    for (const store of stores) store.read((reader) => reader.countItems({}));
    for (const store of stores) store.close();
    expect(aside()).toHaveLength(1);
    expect(idsIn('memory.db.backup')).toEqual(['kept']);
  });

  it.each([1, 2, 3, 4])('follows the next %i changes', async (count) => {
    const later = Array.from({ length: count }, (_, number) => `later ${number}`);
    await put(...later);
    expect(idsIn('memory.db.backup')).toEqual([...later.toReversed(), 'kept']);
  });

  it.each([0, 1, 2, 3])('keeps nothing that is forgotten after %i other changes', async (count) => {
    const hasty = openMemoryStore({ directory: home, clock: fixedClock, backups: 'none' });
    for (let number = 0; number < count; number++)
      await putItems(hasty, [[exampleItem(`later ${number}`), 'word']]);
    hasty.close();
    const store = openStore(home);
    await store.transact((transaction) => transaction.removeItem(itemId('kept')));
    expect(holders('content of kept')).toEqual(aside());
    store.close();
    expect(holders('content of kept')).toEqual(aside());
  });

  it('gives no rows to a memory that has come as far since', async () => {
    const hasty = openMemoryStore({ directory: home, clock: fixedClock, backups: 'none' });
    const change = (content: string) =>
      hasty.transact((transaction) =>
        transaction.updateItem(exampleItem('kept', { content: text(content) })),
      );
    for (const content of ['one', 'two', 'newest']) await change(content);
    hasty.close();
    const database = openDatabase(path, { subject: 'memory', synchronous: 'full', busyTimeoutMs: 50 });
    database.exec("UPDATE items SET rest = replace(rest, 'newest', 'damage') WHERE id = 'kept'");
    mendRows(database, `${path}.backup`, 50);
    database.close();
    const store = openStore(home);
    expect(store.read((reader) => reader.items({}))).toEqual([]);
    store.close();
  });
});

it('makes a backup anew that is none, whatever stands in it', async () => {
  await put('kept');
  writeFileSync(`${path}.backup`, 'zzzz'.repeat(2_000));
  const store = openStore(home);
  store.read((reader) => reader.countItems({}));
  store.close();
  expect(idsIn('memory.db.backup')).toEqual(['kept']);
});
