import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { openMemoryStore } from '../../../src/adapters/sqlite/memory/open-memory-store.ts';
import type { MemoryItem } from '../../../src/model/memory-item.ts';
import type { MemoryStore } from '../../../src/ports/memory-store.ts';
import { exampleItem, exampleOutcome, itemId, text } from './example-items.ts';
import { fixedClock, makeFolder, openStore } from './example-store.ts';

const folder = makeFolder();
let store: MemoryStore;

beforeEach(() => {
  folder.renew();
  store = openStore(folder.path);
});

afterEach(() => {
  store.close();
  folder.remove();
});

/** A word that occurs in nothing else, in every field that holds text, at lengths that make pages split. */
function itemSaying(number: number): readonly [item: MemoryItem, word: string] {
  const word = `quokka${(number * 7_919).toString(36)}x`;
  const item = exampleItem(`id-${word}`, {
    title: text(`title ${word}`),
    content: text(`${'filler '.repeat((number * 37) % 300)}${word}`),
    tags: [text(word)],
    fingerprint: word,
    origin: number % 3 === 0 ? 'bad' : 'good',
    principal: `user:${word}`,
  });
  return [item, word];
}

function wordsLeft(words: readonly string[]): readonly string[] {
  const files = readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name), 'latin1'));
  return words.filter((word) => files.some((bytes) => bytes.includes(word)));
}

function freePages(): number {
  const database = openDatabase(join(folder.path, 'memory.db'), {
    subject: 'memory',
    synchronous: 'full',
    busyTimeoutMs: 50,
    readOnly: true,
  });
  const row = database.prepare('PRAGMA freelist_count').get();
  database.close();
  return Number(row?.freelist_count);
}

async function fill(): Promise<void> {
  for (let round = 0; round < 8; round++) {
    await store.transact((transaction) => {
      for (let number = round * 50; number < round * 50 + 50; number++) {
        const [item, word] = itemSaying(number);
        transaction.putItem(
          item,
          new Map([
            [word, 1],
            [`common${number % 7}`, 2],
          ]),
        );
        transaction.addOutcome(exampleOutcome(`outcome ${number}`, { itemId: itemId(`item ${number}`) }));
      }
    });
  }
}

/** Changes that make SQLite move rows from page to page, and leave copies of them behind. */
async function shuffle(): Promise<void> {
  await store.transact((transaction) => {
    for (const item of transaction.items({})) {
      const more = text('more '.repeat((item.content.length * 13) % 400));
      transaction.updateItem({ ...item, tags: [...item.tags, more] });
    }
  });
}

const numbers = Array.from({ length: 400 }, (_, number) => number);
const wordsOfOrigin = (origin: string) =>
  numbers.map(itemSaying).flatMap(([item, word]) => (item.origin === origin ? [word] : []));

it('leaves the bytes of a forgotten memory in no file, from the moment it is acknowledged', async () => {
  await fill();
  await shuffle();
  expect(wordsLeft(wordsOfOrigin('bad'))).toEqual(wordsOfOrigin('bad'));
  await store.transact((transaction) => {
    for (const { id } of transaction.items({ origin: 'bad' })) transaction.removeItem(id);
  });
  expect(wordsLeft(wordsOfOrigin('bad'))).toEqual([]);
  expect(wordsLeft(wordsOfOrigin('good'))).toEqual(wordsOfOrigin('good'));
  // Pages that SQLite once moved rows away from may hold copies of them: none are left.
  expect(freePages()).toBe(0);
  store.close();
  expect(wordsLeft(wordsOfOrigin('bad'))).toEqual([]);
});

it('is finished by the next process when the one that forgot was cut short', async () => {
  await fill();
  store.close();
  // A store without backups behaves like one that was killed after its commit.
  const hasty = openMemoryStore({ directory: folder.path, clock: fixedClock, backups: 'none' });
  const [item, word] = itemSaying(5);
  await hasty.transact((transaction) => transaction.removeItem(itemId(item.id)));
  hasty.close();
  expect(wordsLeft([word])).toEqual([word]);
  store.read((reader) => reader.countItems({}));
  store.close();
  expect(wordsLeft([word])).toEqual([]);
});
