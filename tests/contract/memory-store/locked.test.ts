import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/sqlite/memory/open-memory-store.ts';
import { startProcess } from '../../doors/start-process.ts';
import { isFull } from '../../effort.ts';
import { fixedClock } from '../../fakes/fixed-clock.ts';

/** How long those wait here that are to wait for no writer: too long to be taken for the 200 ms of a reader. */
const longMs = 120_000;
const inTime = longMs / 2;

/** A home with a memory, and a second connection to it. */
async function prepare() {
  const directory = mkdtempSync(join(tmpdir(), 'afterwit-locked-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const options = { directory, clock: fixedClock(0), backups: 'none' } as const;
  const store = openMemoryStore({ ...options, busyTimeoutMs: longMs });
  await store.transact(() => undefined);
  const open = (waits: { readonly busyTimeoutMs?: number } = {}) => {
    const opened = openMemoryStore({ ...options, ...waits });
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

test('a reader waits 200 ms for a lock of the whole file, and says so', async () => {
  const { store, open, path } = await prepare();
  store.close();
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const { elapsedMs, code } = timed(() =>
    open({ busyTimeoutMs: longMs }).read((reader) => reader.repositories()),
  );
  expect(code).toBe('MEMORY_BUSY');
  expect(elapsedMs).toBeLessThan(inTime);
});

test('a reader waits for a process that makes the memory or puts a copy in its place', async () => {
  const { store, open, path } = await prepare();
  store.close();
  const hold = `const { DatabaseSync } = require('node:sqlite');
    const lock = new DatabaseSync(process.argv[1]);
    lock.exec('BEGIN EXCLUSIVE');
    process.stdout.write('held');
    setTimeout(() => lock.close(), 1_500);`;
  const holder = startProcess(['--no-warnings', '-e', hold, `${path}.lock`]);
  await once(holder.child.stdout ?? holder.child, 'data');
  const { code } = timed(() => open({ busyTimeoutMs: longMs }).read((reader) => reader.repositories()));
  expect(code).toBeUndefined();
  expect(await holder.ended).toMatchObject({ status: 0 });
});

test('a reader waits for no writer, and a writer as long as it is told', async () => {
  const { store, open, path } = await prepare();
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

  // Told nothing, five seconds.
  const told = isFull ? {} : { busyTimeoutMs: 800 };
  const long = performance.now();
  await expect(open(told).transact(() => undefined)).rejects.toMatchObject({ code: 'MEMORY_BUSY' });
  expect(performance.now() - long).toBeGreaterThan(isFull ? 4_500 : 700);
});
