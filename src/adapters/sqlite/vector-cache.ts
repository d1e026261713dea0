import { statSync } from 'node:fs';
import type { VectorCache } from '../../ports/embedder.ts';
import { openDatabase } from './database.ts';
import { damageError } from './sqlite-error.ts';

const schema = `
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

/** Vectors of a home, in its `cache.db`. @throws HOME_NOT_WRITABLE, DISK_FULL, INDEX_BUSY, INDEX_CORRUPT */
export function openVectorCache(path: string): VectorCache {
  // Opening a pipe would block.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw damageError('It is no file', { subject, path });
  const database = openDatabase(path, { subject, synchronous: 'normal', busyTimeoutMs });
  database.exec(schema);
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
    forget: (owners) => {
      database.exec('PRAGMA secure_delete = ON');
      database.transact(() => {
        if (owners === undefined) database.exec('DELETE FROM vector');
        for (const owner of owners ?? []) drop.run(owner);
      });
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
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
