import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/sqlite/memory/open-memory-store.ts';
import { fixedClock } from '../../fakes/fixed-clock.ts';

test('a long log, of processes that never closed the memory, is emptied when the memory is opened', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'afterwit-log-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const store = openMemoryStore({ directory, clock: fixedClock(0), backups: 'none' });
  onTestFinished(() => store.close());
  await store.transact(() => undefined);
  const path = join(directory, 'memory.db');
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE filling (bytes BLOB)');
  other.exec('INSERT INTO filling VALUES (zeroblob(1200000)); DROP TABLE filling');
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(1_000_000);
  const opened = openMemoryStore({ directory, clock: fixedClock(0), backups: 'none' });
  onTestFinished(() => opened.close());
  expect(opened.read((reader) => reader.repositories())).toEqual([]);
  expect(statSync(`${path}-wal`).size).toBeLessThan(100_000);
});
