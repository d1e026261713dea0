import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openModelLedger } from '../../src/adapters/sqlite/cache-file.ts';
import { defaultSettings } from '../../src/config/settings.ts';

const todayMs = Date.UTC(2026, 5, 1);
const dayMs = 86_400_000;
const limits = { ...defaultSettings.models, dailyCalls: 3, concurrency: 1_000 };

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-ledger-'));
  path = join(folder, 'cache.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function askOn(daysBefore: number) {
  const ledger = openModelLedger(path);
  const atMs = todayMs - daysBefore * dayMs;
  const call = ledger.reserve({ atMs, use: 'try@1', model: 'm', inputTokens: 1, outputTokens: 1 }, limits);
  ledger.close();
  return call;
}

function daysKept() {
  const ledger = openModelLedger(path);
  const days = ledger.costsSince(0).map(({ day, calls }) => [day, calls]);
  ledger.close();
  return days;
}

it('keeps what was asked for 90 days', () => {
  for (const day of [200, 91, 90, 1]) askOn(day);
  askOn(0);
  expect(daysKept()).toEqual([
    ['2026-06-01', 1],
    ['2026-05-31', 1],
    ['2026-03-03', 1],
  ]);
});

it('keeps no more than 100,000 questions of former days, the latest, and all of the day they are the budget of', () => {
  openModelLedger(path).close();
  const database = new DatabaseSync(path);
  database.exec(`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 100400)
    INSERT INTO call (at_ms, day, use, model, input_tokens, output_tokens, cost)
    SELECT n, CASE WHEN n <= 300 THEN '2026-05-20' ELSE '2026-05-30' END, 'try@1', 'm', 1, 1, 0 FROM number`);
  database.close();
  for (let asked = 0; asked < 3; asked++) expect(askOn(0)).toEqual(expect.any(Number));
  expect(daysKept()).toEqual([
    ['2026-06-01', 3],
    ['2026-05-30', 100_000],
  ]);
  expect(askOn(0)).toBe('over_budget');
});
