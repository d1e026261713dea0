import { statSync } from 'node:fs';
import type { ModelCostLine } from '../../model/answers/model-answers.ts';
import type { ModelLedger, ModelLimits, VectorCache } from '../../ports/language-model.ts';
import { type Database, openDatabase } from './database.ts';
import { damageError } from './sqlite-error.ts';

const ledgerSchema = `
  CREATE TABLE IF NOT EXISTS call (
    id INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    day TEXT NOT NULL,
    use TEXT NOT NULL,
    model TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cost REAL NOT NULL,
    is_open INTEGER NOT NULL DEFAULT 1,
    fault TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS call_day ON call (day);
  CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, at_ms INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
`;

const vectorSchema = `
  CREATE TABLE IF NOT EXISTS vector (
    model TEXT NOT NULL,
    hash TEXT NOT NULL,
    owner TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (model, hash, owner)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS vector_owner ON vector (owner);
  -- Files and commits had vectors once.
  DELETE FROM vector WHERE owner = '';
`;

const subject = 'models';
const busyTimeoutMs = 2_000;

const mostAnswers = 10_000;

/** Questions are kept for so many days, and of former days no more than so many. */
const daysKept = 90;
const mostFormerCalls = 100_000;
const dayMs = 86_400_000;

/** @throws HOME_NOT_WRITABLE, DISK_FULL, INDEX_BUSY, INDEX_CORRUPT */
function openCache(path: string, schema: string): Database {
  // Opening a pipe would block.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw damageError('It is no file', { subject, path });
  const database = openDatabase(path, { subject, synchronous: 'normal', busyTimeoutMs });
  database.exec(schema);
  return database;
}

/** Deletes so that the bytes leave the file as well. */
function forgetRows(database: Database, remove: () => void): void {
  database.exec('PRAGMA secure_delete = ON');
  database.transact(remove);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/**
 * The ledger of a home, in its `cache.db`: all processes count in it, each question before it is asked.
 * @throws HOME_NOT_WRITABLE, DISK_FULL, INDEX_BUSY, INDEX_CORRUPT
 */
export function openModelLedger(path: string): ModelLedger {
  return ledgerOn(openCache(path, ledgerSchema));
}

function ledgerOn(database: Database): ModelLedger {
  const spent = database.prepare(
    'SELECT count(*) AS calls, coalesce(sum(cost), 0) AS cost FROM call WHERE day = ?',
  );
  const open = database.prepare('SELECT count(*) AS calls FROM call WHERE is_open = 1 AND at_ms > ?');
  const begin = database.prepare(
    'INSERT INTO call (at_ms, day, use, model, input_tokens, output_tokens, cost) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const end = database.prepare(
    'UPDATE call SET is_open = 0, input_tokens = coalesce(?, input_tokens), output_tokens = coalesce(?, output_tokens), fault = ? WHERE id = ?',
  );
  const price = database.prepare(
    'UPDATE call SET cost = (input_tokens * ? + output_tokens * ?) / 1e6 WHERE id = ?',
  );
  // The questions of a day are its budget: they stay as long as it lasts.
  const prune = database.prepare(
    'DELETE FROM call WHERE day < ?1 OR (day < ?2 AND id <= (SELECT id FROM call WHERE day < ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3))',
  );
  return {
    reserve: ({ atMs, use, model, inputTokens, outputTokens }, limits) =>
      database.transact(() => {
        const day = dayOf(atMs);
        const { calls, cost } = numbersOf(spent.get(day));
        if (calls === 0) prune.run(dayOf(atMs - daysKept * dayMs), day, mostFormerCalls);
        const costs = costOf({ inputTokens, outputTokens }, limits);
        const isSpent =
          calls + 1 > limits.dailyCalls || (limits.dailyCost > 0 && cost + costs > limits.dailyCost);
        if (isSpent) return 'over_budget';
        if (numbersOf(open.get(atMs - limits.timeoutMs)).calls >= limits.concurrency) return 'busy';
        return Number(begin.run(atMs, day, use, model, inputTokens, outputTokens, costs).lastInsertRowid);
      }),
    settle: (call, { inputTokens, outputTokens, fault }, { inputPrice, outputPrice }) =>
      database.transact(() => {
        end.run(inputTokens ?? null, outputTokens ?? null, fault ?? null, call);
        price.run(inputPrice, outputPrice, call);
      }),
    answerTo: (key) => {
      const body = database.prepare('SELECT body FROM answer WHERE key = ?').get(key)?.body;
      return typeof body === 'string' ? body : undefined;
    },
    keepAnswer: (key, answer, atMs) =>
      database.transact(() => {
        database
          .prepare('INSERT OR REPLACE INTO answer (key, at_ms, body) VALUES (?, ?, ?)')
          .run(key, atMs, answer);
        database
          .prepare(
            'DELETE FROM answer WHERE key IN (SELECT key FROM answer ORDER BY at_ms DESC LIMIT -1 OFFSET ?)',
          )
          .run(mostAnswers);
      }),
    forgetAnswers: () => forgetRows(database, () => database.exec('DELETE FROM answer')),
    costsSince: (atMs) =>
      database
        .prepare(
          'SELECT day, use, model, count(*) AS calls, count(fault) AS faults, sum(input_tokens) AS inputTokens, sum(output_tokens) AS outputTokens, sum(cost) AS cost FROM call WHERE day >= ? GROUP BY day, use, model ORDER BY day DESC, use, model',
        )
        .all(dayOf(atMs)) as unknown as readonly ModelCostLine[],
    close: () => database.close(),
  };
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function costOf(
  { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
  { inputPrice, outputPrice }: Pick<ModelLimits, 'inputPrice' | 'outputPrice'>,
): number {
  return (inputTokens * inputPrice + outputTokens * outputPrice) / 1e6;
}

function numbersOf(row: Readonly<Record<string, unknown>> = {}) {
  return { calls: Number(row.calls ?? 0), cost: Number(row.cost ?? 0) };
}

/** Vectors of a home, in its `cache.db`. @throws HOME_NOT_WRITABLE, DISK_FULL, INDEX_BUSY, INDEX_CORRUPT */
export function openVectorCache(path: string): VectorCache {
  const database = openCache(path, vectorSchema);
  const find = database.prepare('SELECT body FROM vector WHERE model = ? AND hash = ? LIMIT 1');
  const put = database.prepare(
    'INSERT OR REPLACE INTO vector (model, hash, owner, body) VALUES (?, ?, ?, ?)',
  );
  const drop = database.prepare('DELETE FROM vector WHERE owner = ?');
  return {
    vectors: (model, hashes) =>
      new Map(
        hashes.flatMap((hash) => {
          const body = find.get(model, hash)?.body;
          const vector = body instanceof Uint8Array ? readVector(body) : undefined;
          return vector === undefined ? [] : [[hash, vector] as const];
        }),
      ),
    keep: (model, vectors) =>
      database.transact(() => {
        for (const { hash, owner, vector } of vectors)
          put.run(model, hash, owner, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
      }),
    forget: (owners) =>
      forgetRows(database, () => {
        if (owners === undefined) database.exec('DELETE FROM vector');
        for (const owner of owners ?? []) drop.run(owner);
      }),
    counts: () =>
      database
        .prepare(
          'SELECT model, count(*) AS count, sum(length(body)) AS bytes FROM vector GROUP BY model ORDER BY model',
        )
        .all() as unknown as ReturnType<VectorCache['counts']>,
    close: () => database.close(),
  };
}

/** Reads a stored vector; undefined where it is none: it is computed again. */
function readVector(body: Uint8Array): Float32Array | undefined {
  if (body.byteLength === 0 || body.byteLength % Float32Array.BYTES_PER_ELEMENT !== 0) return undefined;
  const vector = new Float32Array(body.slice().buffer);
  return vector.every(Number.isFinite) ? vector : undefined;
}
