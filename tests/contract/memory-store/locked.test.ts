import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/sqlite/memory/open-memory-store.ts';
import { fixedClock } from '../../fakes/fixed-clock.ts';

const inTime = 1_500;

/** A home with a memory, and a connection of somebody else to it. */
async function prepare() {
  const directory = mkdtempSync(join(tmpdir(), 'afterwit-locked-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const store = openMemoryStore({ directory, clock: fixedClock(0), backups: 'none' });
  await store.transact(() => undefined);
  const open = () => {
    const opened = openMemoryStore({ directory, clock: fixedClock(0), backups: 'none' });
    onTestFinished(() => opened.close());
    return opened;
  };
  return { store, open, path: join(directory, 'memory.db') };
}

function timed<T>(work: () => T): { readonly elapsedMs: number; readonly code: unknown } {
  const startMs = performance.now();
  let code: unknown;
  try {
    work();
  } catch (fault) {
    code = (fault as { code?: unknown }).code;
  }
  return { elapsedMs: performance.now() - startMs, code };
}

test('a reader waits 200 ms for somebody who locks the whole file, and says so', async () => {
  const { store, open, path } = await prepare();
  store.close();
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const { elapsedMs, code } = timed(() => open().read((reader) => reader.repositories()));
  expect(code).toBe('MEMORY_BUSY');
  expect(elapsedMs).toBeLessThan(inTime);
});

test('a reader waits for no writer, and a writer as long as it is told', async () => {
  const { store, path } = await prepare();
  onTestFinished(() => store.close());
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const reading = timed(() => store.read((reader) => reader.repositories()));
  expect(reading.code).toBeUndefined();
  expect(reading.elapsedMs).toBeLessThan(inTime);

  const startMs = performance.now();
  await expect(store.transact(() => undefined, { waitMs: 200 })).rejects.toMatchObject({
    code: 'MEMORY_BUSY',
  });
  expect(performance.now() - startMs).toBeLessThan(inTime);

  const long = performance.now();
  await expect(store.transact(() => undefined)).rejects.toMatchObject({ code: 'MEMORY_BUSY' });
  expect(performance.now() - long).toBeGreaterThan(4_500);
}, 20_000);
