import { closeSync, constants, openSync, readSync } from 'node:fs';
import { isAfterwitError } from '../../../model/errors.ts';
import type { Database } from '../database.ts';
import { hideAnchoredLines } from './item-rows.ts';
import {
  checksumsOf,
  firstSchema,
  type Migration,
  memoryApplicationId,
  memoryMigrations,
  schemaOf,
} from './migrations.ts';
import { cachedPrepare, digestRow, RowWriter } from './sealed-table.ts';

/** Versions that a memory records in `meta`. */
interface MemoryVersions {
  /** Number of migrations applied. */
  readonly schema: number;
  /** Least schema version that may write; older versions may only read. */
  readonly minimumWriter: number;
}

const keys = {
  schema: 'schema_version',
  minimumWriter: 'minimum_writer_version',
  digest: 'digest',
  /** Digest of the checksums. Separate, because all versions must compute the digest above in the same way. */
  checksums: 'checksums',
  forgotten: 'forgotten_revision',
} as const;

function checksumKey(version: number): string {
  return `migration_${version}`;
}

const metaTable = 'CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT';

function readMeta(database: Database): ReadonlyMap<string, number> {
  const rows = database.prepare('SELECT key, value FROM meta', { bigIntegers: true }).all();
  return new Map(rows.map((row) => [String(row.key), Number(row.value)]));
}

export function readMemoryVersions(database: Database): MemoryVersions {
  const meta = readMeta(database);
  return { schema: meta.get(keys.schema) ?? 0, minimumWriter: meta.get(keys.minimumWriter) ?? 0 };
}

function writeMeta(database: Database, entries: Iterable<readonly [key: string, value: number]>): void {
  const statement = database.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  for (const [key, value] of entries) statement.run(key, value);
}

/** Writes the versions, with a digest of them and of the current schema. */
export function writeMemoryVersions(database: Database, versions: MemoryVersions): void {
  writeMeta(database, [
    [keys.schema, versions.schema],
    [keys.minimumWriter, versions.minimumWriter],
    [keys.digest, digestSchema(database, versions)],
  ]);
}

/** Lets no version below this schema write any more. */
export function excludeOlderWriters(database: Database, version: number): void {
  const { schema, minimumWriter } = readMemoryVersions(database);
  if (minimumWriter < version) writeMemoryVersions(database, { schema, minimumWriter: version });
}

/** Records the applied migrations. */
function writeChecksums(database: Database, migrations: readonly Migration[]): void {
  const checksums = checksumsOf(migrations);
  writeMeta(database, [
    ...checksums.map((checksum, at) => [checksumKey(at + 1), checksum] as const),
    [keys.checksums, digestRow(...checksums)],
  ]);
}

/** Records that copies of earlier revisions contain forgotten data. */
export function writeForgottenRevision(database: Database, revision: number): void {
  writeMeta(database, [[keys.forgotten, revision]]);
}

/** 0 when nothing was ever forgotten. */
export function readForgottenRevision(database: Database): number {
  return readMeta(database).get(keys.forgotten) ?? 0;
}

/** Describes the schema of a memory that went through other migrations than ours; undefined when it did not. */
export function describeForeignSchema(database: Database): string | undefined {
  const meta = readMeta(database);
  const schema = meta.get(keys.schema) ?? 0;
  if (schema < firstSchema)
    return `it has schema ${schema}, which no released version wrote, and this version reads ${firstSchema} and later`;
  const at = checksumsOf(memoryMigrations).findIndex((checksum, index) => {
    const applied = meta.get(checksumKey(index + 1));
    return applied !== undefined && applied !== checksum;
  });
  return at < 0 ? undefined : `it went through another migration ${at + 1} than this version of afterwit has`;
}

function checksumsAreWhole(meta: ReadonlyMap<string, number>): boolean {
  const checksums: number[] = [];
  for (let checksum = meta.get(checksumKey(1)); checksum !== undefined; ) {
    checksums.push(checksum);
    checksum = meta.get(checksumKey(checksums.length + 1));
  }
  return checksums.length === 0 || meta.get(keys.checksums) === digestRow(...checksums);
}

/** Must be computed alike by every version of afterwit, because each verifies the writes of others. */
function digestSchema(database: Database, { schema, minimumWriter }: MemoryVersions): number {
  const statements = database
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')
    .all()
    .flatMap(({ type, name, tbl_name, sql }) => [type, name, tbl_name, sql].map(String));
  return digestRow(schema, minimumWriter, ...statements);
}

/** Damage of the schema or the versions; undefined when they are intact. */
export function findSchemaDamage(database: Database): string | undefined {
  try {
    const meta = readMeta(database);
    const digest = digestSchema(database, readMemoryVersions(database));
    if (meta.get(keys.digest) === digest && checksumsAreWhole(meta)) return undefined;
  } catch (fault) {
    // SQLite refused one of our statements, so the table is not the one that was created.
    if (!isAfterwitError(fault) || fault.code !== 'INTERNAL') throw fault;
  }
  return 'its schema is not what was written';
}

/**
 * Migrates the schema in one transaction, so that only one of several processes does it and a killed one leaves the old
 * schema. A newer schema stays unchanged.
 */
export function migrateMemory(database: Database, migrations: readonly Migration[] = memoryMigrations): void {
  if (readMemoryVersions(database).schema >= schemaOf(migrations)) return;
  database.transact(() => {
    let { schema, minimumWriter } = readMemoryVersions(database);
    for (const [at, { sql, excludesOlderWriters, hidesLines }] of migrations.entries()) {
      const next = firstSchema + at;
      if (next <= schema) continue;
      database.exec(sql);
      schema = next;
      if (excludesOlderWriters) minimumWriter = next;
      if (hidesLines && hideAnchoredLines(new RowWriter(cachedPrepare(database))))
        writeForgottenRevision(database, advanceRevision(database));
    }
    writeMemoryVersions(database, { schema, minimumWriter });
    writeChecksums(database, migrations);
  });
}

/** Turns an empty database into a memory with the newest schema. */
export function initialiseMemory(
  database: Database,
  migrations: readonly Migration[] = memoryMigrations,
): void {
  database.transact(() => {
    database.exec(`PRAGMA application_id = ${memoryApplicationId}`);
    database.exec(metaTable);
  });
  migrateMemory(database, migrations);
}

/** First bytes of a file of SQLite. */
const magic = 'SQLite format 3\0';
/** Offset of `user_version` in SQLite's file header, which counts the changes of the memory. */
const userVersionOffset = 60;

/** Number of the memory's last change; part of every copy of it. */
export function readRevision(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

/** Counts a change, inside its transaction. Returns its number. */
export function advanceRevision(database: Database, atLeast = 0): number {
  const revision = (Math.max(readRevision(database), atLeast) + 1) & 0x7fff_ffff;
  database.exec(`PRAGMA user_version = ${revision}`);
  return revision;
}

/** Revision of a file; undefined when it is missing or not a database. */
export function revisionOfFile(path: string): number | undefined {
  let descriptor: number | undefined;
  try {
    // Opening a pipe for reading blocks until a writer opens it, unless O_NONBLOCK is set.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const header = Buffer.alloc(userVersionOffset + 4);
    readSync(descriptor, header, 0, header.length, 0);
    return header.toString('latin1', 0, magic.length) === magic
      ? header.readInt32BE(userVersionOffset)
      : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
