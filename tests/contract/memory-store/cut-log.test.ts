import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/sqlite/memory/open-memory-store.ts';
import type { MemoryStore } from '../../../src/ports/memory-store.ts';
import { times } from '../../effort.ts';
import { exampleItem, putItems, scopeA } from './example-items.ts';
import { fixedClock, makeFolder } from './example-store.ts';

const memories = Array.from({ length: 12 }, (_, at) => `m${at}`);
const written = makeFolder();
const ruined = makeFolder();
/** Bytes of the log that hold the first, the first two … of the memories behind the one that the database holds. */
const ends: number[] = [];

const open = (directory: string) =>
  openMemoryStore({ directory, clock: fixedClock, busyTimeoutMs: 5_000, backups: 'none' });
const put = (store: MemoryStore, name = '') => putItems(store, [[exampleItem(name), `all word-${name}`]]);

beforeAll(async () => {
  const home = makeFolder();
  const log = join(home.path, 'memory.db-wal');
  const [first, ...others] = memories;
  const before = open(home.path);
  await put(before, first);
  before.close();
  const store = open(home.path);
  for (const name of others) {
    await put(store, name);
    ends.push(statSync(log).size);
  }
  for (const name of ['memory.db', 'memory.db-wal'])
    copyFileSync(join(home.path, name), join(written.path, name));
  store.close();
  home.remove();
});

afterAll(() => {
  written.remove();
  ruined.remove();
});

/** Ways to ruin a log, each with the first byte that is not what was written. */
const damages: Readonly<Record<string, (log: Buffer, at: number, noise: Uint8Array) => Buffer>> = {
  cut: (log, at) => log.subarray(0, at),
  bit: (log, at, [bit = 0]) => {
    log[at] = (log[at] ?? 0) ^ (1 << (bit % 8));
    return log;
  },
  noise: (log, at, noise) => {
    log.set(noise.subarray(0, log.length - at), at);
    return log;
  },
  zeros: (log, at) => log.fill(0, at),
  appended: (log, _, noise) => Buffer.concat([log, noise, noise]),
};

function ruin(kind: string, share: number, noise: Uint8Array): number {
  ruined.renew();
  copyFileSync(join(written.path, 'memory.db'), join(ruined.path, 'memory.db'));
  const log = readFileSync(join(written.path, 'memory.db-wal'));
  const changed = damages[kind]?.(Buffer.from(log), Math.floor(share * log.length), noise) ?? log;
  writeFileSync(join(ruined.path, 'memory.db-wal'), changed);
  const at = log.findIndex((byte, place) => byte !== changed[place]);
  return at < 0 ? log.length : at;
}

it('a log that is cut or garbled gives the exact longest valid prefix, words included', {
  timeout: 60_000 + times(700) * 1_000,
}, () => {
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const noise = fc.uint8Array({ minLength: 64, maxLength: 64 });
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(damages)), share, noise, (...damage) => {
      const firstWrong = ruin(...damage);
      const whole = memories.slice(0, 1 + ends.filter((end) => end <= firstWrong).length);
      const store = open(ruined.path);
      try {
        const found = store.read((reader) => ({
          ids: reader.items({}).map(({ id }) => id),
          words: memories.filter((name) => reader.postings([scopeA], [`word-${name}`]).lists.length > 0),
          all: reader.postings([scopeA], ['all']).lists.map(({ ordinals }) => ordinals.length),
        }));
        expect(found).toEqual({
          ids: expect.toSatisfy((ids: string[]) => `${ids.toSorted()}` === `${whole.toSorted()}`),
          words: whole,
          all: [whole.length],
        });
        expect(store.recovered).toBeUndefined();
      } finally {
        store.close();
      }
    }),
    { numRuns: times(700) },
  );
});
