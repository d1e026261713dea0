import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { findDamage } from '../../../src/adapters/sqlite/memory/find-damage.ts';
import { mendRows } from '../../../src/adapters/sqlite/memory/mend-memory.ts';
import { openMemoryStore } from '../../../src/adapters/sqlite/memory/open-memory-store.ts';
import { isAfterwitError } from '../../../src/model/errors.ts';
import type { MemoryReader, MemoryStore, MemoryUpkeep } from '../../../src/ports/memory-store.ts';
import { isBeyondPromise, times } from '../../effort.ts';
import {
  decisionId,
  exampleDecision,
  exampleItem,
  exampleOutcome,
  itemId,
  putItems,
  scopeA,
  text,
  wordsOf,
} from './example-items.ts';
import {
  addExample,
  fixedClock,
  makeFilledFolder,
  makeFolder,
  openStore,
  repositoryId,
} from './example-store.ts';

const itemNames = ['a', 'b', 'c'];

async function fill(store: MemoryStore, names: readonly string[] = itemNames, filler = ''): Promise<void> {
  await addExample(store, 'r');
  await store.transact((transaction) => {
    for (const name of names) {
      const item = exampleItem(name, { content: text(`content of ${name}${filler}`), accessCount: 3 });
      transaction.putItem(item, wordsOf(`red word-${name}`));
      transaction.addDecision(exampleDecision(`d-${name}`));
      transaction.addOutcome(exampleOutcome(`o-${name}`, { itemId: itemId(name) }));
    }
    transaction.pause(repositoryId('r'), 5);
  });
}

/** Everything that a memory says. */
function readAll(reader: MemoryReader, names: readonly string[] = itemNames) {
  const words = ['red', ...names.map((name) => `word-${name}`)];
  const postings = reader.postings([scopeA], words);
  return {
    items: reader.items({}),
    byId: names.flatMap((name) => reader.item(itemId(name)) ?? []),
    byWord: postings.lists.map(({ term, ordinals, frequencies, lengths }) => ({
      term,
      found: reader.itemsAt([...ordinals]).map(({ item }) => item.id),
      counts: [...frequencies, ...lengths],
    })),
    itemCount: postings.itemCount,
    frequencies: reader.documentFrequencies([scopeA], words),
    decisions: reader.decisions(1_000),
    outcomes: reader.outcomesOf(decisionId('d')),
    outcomesAbout: reader.outcomesAbout(names.map(itemId)),
    pausedAtMs: reader.pausedAtMs(repositoryId('r')),
    repositories: reader.repositories(),
  };
}

describe('a damaged row', () => {
  const folder = makeFilledFolder(fill);
  const path = join(folder.path, 'memory.db');
  let store: MemoryStore & MemoryUpkeep;

  beforeEach(() => {
    folder.renew();
    store = openStore(folder.path);
  });

  afterEach(() => {
    store.close();
    folder.remove();
  });

  const openMemory = () => openDatabase(path, { subject: 'memory', synchronous: 'full', busyTimeoutMs: 50 });

  function damage(sql: string): void {
    const database = openMemory();
    database.exec(sql);
    database.close();
  }

  const forgetBackup = () => rmSync(`${path}.backup`);
  const itemIds = (reader: MemoryReader) => reader.items({}).map(({ id }) => id);
  const damageOfItem = "UPDATE items SET rest = replace(rest, 'content of b', 'content of B') WHERE id = 'b'";

  it('of an item is left out and reported; the rest is served', () => {
    forgetBackup();
    damage(damageOfItem);
    store.read((reader) => {
      expect(reader.damagedRows()).toEqual([]);
      expect(itemIds(reader)).toEqual(['c', 'a']);
      expect(reader.items({ limit: 2 })).toHaveLength(2);
      expect(reader.item(itemId('b'))).toBeUndefined();
      expect(reader.itemByFingerprint(scopeA, 'fingerprint of b')).toBeUndefined();
      expect(reader.itemsByIdPrefix('b', 9)).toEqual([]);
      expect(reader.damagedRows()).toEqual([{ table: 'items', key: 'b' }]);
    });
    expect(store.recovered).toBeUndefined();
    expect(store.examine()).toBe('row b of items is not what was written');
  });

  const others: readonly (readonly [table: string, key: string, sql: string])[] = [
    ['items', 'b', "UPDATE items SET status = 'archived' WHERE id = 'b'"],
    ['items', 'B', "UPDATE items SET id = 'B' WHERE id = 'b'"],
    ['items', 'b', "UPDATE items SET kind = 'episode' WHERE id = 'b'"],
    ['items', 'b', "UPDATE items SET digest = digest + 1 WHERE id = 'b'"],
    ['items', 'b', "UPDATE items SET created_at_ms = 9223372036854775807 WHERE id = 'b'"],
    ['item_access', '2', 'UPDATE item_access SET access_count = 9 WHERE ordinal = 2'],
    ['decisions', 'd-b', "UPDATE decisions SET receipt = replace(receipt, 'how', 'who') WHERE id = 'd-b'"],
    ['outcomes', 'o-b', "UPDATE outcomes SET session = 's' WHERE id = 'o-b'"],
    ['outcomes', 'o-b', "UPDATE outcomes SET kind = 'rejected' WHERE id = 'o-b'"],
    ['paused_repositories', 'r', 'UPDATE paused_repositories SET paused_at_ms = 6'],
  ];

  it.each(others)('of %s (%s) is told of: %s', (table, key, sql) => {
    forgetBackup();
    damage(sql);
    const damaged = store.read((reader) => {
      readAll(reader);
      return reader.damagedRows();
    });
    expect(damaged).toContainEqual({ table, key });
    expect(findDamage(path, 50)).toContain(`of ${table}`);
  });

  it('of a receipt does not count towards the limit, so that a reader gets past it', () => {
    forgetBackup();
    damage("UPDATE decisions SET digest = digest + 1 WHERE id IN ('d-a', 'd-b')");
    store.read((reader) => {
      expect(reader.decisionsAfter(0, 1).map(({ receipt }) => receipt.id)).toEqual(['d-c']);
      expect(reader.damagedRows().map(({ key }) => key)).toEqual(['d-a', 'd-b']);
    });
  });

  it('of a pause leaves the repository paused', () => {
    forgetBackup();
    damage('UPDATE paused_repositories SET paused_at_ms = 6');
    expect(store.read((reader) => reader.pausedAtMs(repositoryId('r')))).toBe(0);
  });

  it.each(others)('of %s (%s) is mended when the memory is next backed up: %s', async (_table, _key, sql) => {
    const before = store.read((reader) => readAll(reader));
    store.close();
    damage(sql);
    await addExample(store, 'later');
    store.close();
    const { repositories: _, ...mended } = store.read((reader) => readAll(reader));
    expect(before).toMatchObject(mended);
    expect(store.recovered).toBeUndefined();
    expect(findDamage(path, 50)).toBeUndefined();
    expect(findDamage(`${path}.backup`, 50)).toBeUndefined();
  });

  const derived = [
    'UPDATE item_postings SET frequency = 9 WHERE ordinal = 2',
    "DELETE FROM item_postings WHERE term = 'red'",
    'DELETE FROM item_postings WHERE ordinal = 4294967295',
    'UPDATE item_scopes SET item_count = 7',
    "UPDATE item_scopes SET scope = 'repo:x'",
    "INSERT INTO item_postings SELECT scope_id, 'more', 9, 1, 1 FROM item_postings LIMIT 1",
  ];

  it.each(derived)('of postings is found, and made anew: %s', (sql) => {
    const before = store.read((reader) => readAll(reader));
    store.close();
    forgetBackup();
    damage(sql);
    expect(findDamage(path, 50)).toBeDefined();
    const database = openMemory();
    mendRows(database, `${path}.backup`, 50);
    database.close();
    expect(store.read((reader) => readAll(reader))).toEqual(before);
    expect(findDamage(path, 50)).toBeUndefined();
  });

  it('of a scope is made anew by the next write into the scope', async () => {
    damage('UPDATE item_scopes SET item_count = 7');
    store.read((reader) => {
      expect(reader.postings([scopeA], ['red']).lists).toEqual([]);
      expect(reader.damagedRows()).toEqual([{ table: 'item_scopes', key: scopeA }]);
    });
    await putItems(store, [[exampleItem('later'), 'red']]);
    expect(store.read((reader) => reader.countItems({ scopes: [scopeA] }))).toBe(4);
    expect(findDamage(path, 50)).toBeUndefined();
  });

  it('is not mended from a backup that holds an older content', async () => {
    const hasty = openMemoryStore({ directory: folder.path, clock: fixedClock, backups: 'none' });
    await hasty.transact((transaction) => {
      transaction.updateItem(exampleItem('b', { content: text('newer content') }));
      transaction.updateItem(exampleItem('c', { content: text('newer content') }));
    });
    hasty.close();
    damage("UPDATE items SET rest = replace(rest, 'newer content', 'never content') WHERE id = 'b'");
    expect(store.read(itemIds)).toEqual(['c', 'a']);
    expect(store.read((reader) => reader.item(itemId('c'))?.content)).toBe('newer content');
  });

  it('does not reach a good backup', async () => {
    expect(store.read(itemIds)).toHaveLength(3);
    damage(`${damageOfItem}; UPDATE items SET digest = 1 WHERE id = 'b'`);
    await putItems(store, [[exampleItem('later'), 'red']]);
    store.close();
    rmSync(path);
    expect(store.read(itemIds)).toEqual(['c', 'b', 'a']);
    expect(store.recovered).toBeDefined();
  });

  it('does not keep others from being backed up, when the backup is no better', async () => {
    forgetBackup();
    damage(damageOfItem);
    await putItems(store, [[exampleItem('later'), 'red']]);
    store.close();
    rmSync(path);
    expect(store.read(itemIds)).toEqual(['later', 'c', 'a']);
  });

  it.each(['', "; UPDATE items SET id = 'x', fingerprint = 'y', scope = 'repo:z' WHERE id = 'b'"])(
    'can be forgotten or replaced (%j)',
    async (more) => {
      forgetBackup();
      damage(damageOfItem + more);
      // A change of an indexed column that its indexes did not follow, as a flipped bit is one.
      const id = itemId(more === '' ? 'b' : 'x');
      await store.transact((transaction) => transaction.putItem(exampleItem(id), wordsOf('blue')));
      store.read((reader) => {
        expect(reader.item(id)).toEqual(exampleItem(id));
        expect(reader.documentFrequencies([scopeA], ['red', 'blue', 'word-b'])).toEqual(
          wordsOf('red red blue'),
        );
      });
      damage(`UPDATE items SET digest = 1 WHERE id = '${id}'`);
      expect(await store.transact((transaction) => transaction.removeItem(id))).toBe(true);
      store.close();
      expect(store.read(itemIds)).toEqual(['c', 'a']);
      expect(findDamage(path, 50)).toBeUndefined();
    },
  );
});

/** `TEST_EFFORT=7.5` tries the 300 of the benchmarks. */
const flips = times(40);

/** Memories below half a megabyte are looked over when they are opened, larger ones are not. */
const sizes = [
  { name: 'small', count: 30, filler: '' },
  { name: 'larger', count: 120, filler: ' and more'.repeat(700) },
];

describe.each(sizes)('a flipped bit in a $name memory', ({ count, filler }) => {
  const folder = makeFolder();
  const path = join(folder.path, 'memory.db');
  const names = Array.from({ length: count }, (_, number) => `n${number}`);

  it(`is found or harmless, ${flips} times`, { timeout: 600_000 + flips * 1_500 }, async () => {
    folder.renew();
    const first = openStore(folder.path);
    await fill(first, names, filler);
    const whole = first.read((reader) => readAll(reader, names));
    first.close();
    const bytes = readFileSync(path);
    const outcomes = new Map<string, number>();
    for (let flip = 0; flip < flips; flip++) {
      for (const name of readdirSync(folder.path)) rmSync(join(folder.path, name));
      const mutated = Buffer.from(bytes);
      const offset = Math.floor((bytes.length * (flip + 0.37)) / flips);
      mutated[offset] = (mutated[offset] ?? 0) ^ (1 << ((flip * 5) % 8));
      writeFileSync(path, mutated);
      const outcome = judge(path, names, whole);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    if (isBeyondPromise) process.stdout.write(`${JSON.stringify([...outcomes])}\n`);
    expect([...outcomes.keys()].filter((outcome) => outcome.startsWith('wrong'))).toEqual([]);
    expect(outcomes.size).toBeGreaterThan(1);
    folder.remove();
  });
});

/** The state of a memory without a backup. */
function judge(path: string, names: readonly string[], whole: ReturnType<typeof readAll>): string {
  const found = findDamage(path, 50) !== undefined;
  const store = openStore(join(path, '..'));
  try {
    const { damaged, ...served } = store.read((reader) => ({
      ...readAll(reader, names),
      damaged: reader.damagedRows(),
    }));
    const isTrue = (known: readonly unknown[], list: readonly unknown[]) => {
      const texts = new Set(known.map((one) => JSON.stringify(one)));
      return list.every((one) => texts.has(JSON.stringify(one)));
    };
    const textsAreTrue =
      isTrue(whole.items.map(withoutAccess), served.items.map(withoutAccess)) &&
      isTrue(whole.items.map(withoutAccess), served.byId.map(withoutAccess)) &&
      isTrue(whole.decisions, served.decisions) &&
      isTrue(whole.outcomes, served.outcomes) &&
      isTrue(whole.repositories, served.repositories);
    if (!textsAreTrue) return `wrong text in ${JSON.stringify(damaged)}`;
    const isAll = JSON.stringify(served) === JSON.stringify(whole);
    if (!isAll && !found) return 'wrong silence';
    if (isAll) return found ? 'mended' : 'harmless';
    return damaged.length > 0 ? 'passed over' : 'found by the examination';
  } catch (fault) {
    if (!isAfterwitError(fault) || fault.code !== 'MEMORY_CORRUPT') return `wrong error ${fault}`;
    return found ? 'refused' : `wrong refusal ${fault}`;
  } finally {
    store.close();
  }
}

function withoutAccess<T extends { readonly accessCount: number }>(item: T): Omit<T, 'accessCount'> {
  const { accessCount: _, ...others } = item;
  return others;
}
