import { isAfterwitError } from '../../../model/errors.ts';
import type { Database } from '../database.ts';
import { digestRow } from './digest.ts';
import { checksumOf, type Migration } from './migrations.ts';

/** What a memory states about itself, in `meta`. */
export interface MemoryVersions {
  /** How many migrations it has been through. */
  readonly schema: number;
  /** Versions of the schema below this may only read. */
  readonly minimumWriter: number;
}

const keys = {
  schema: 'schema_version',
  minimumWriter: 'minimum_writer_version',
  digest: 'digest',
  /** Digest of the checksums; the one above must stay what every version computes. */
  checksums: 'checksums',
  /** Revision in which a memory was last forgotten. */
  forgotten: 'forgotten_revision',
} as const;

function checksumKey(version: number): string {
  return `migration_${version}`;
}

export const metaTable = 'CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT';

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

/** Writes the versions, with a digest of them and of the schema as it is now. */
export function writeMemoryVersions(database: Database, versions: MemoryVersions): void {
  writeMeta(database, [
    [keys.schema, versions.schema],
    [keys.minimumWriter, versions.minimumWriter],
    [keys.digest, digestSchema(database, versions)],
  ]);
}

/** Writes down which migrations the memory has been through. Those of the first version left no checksum. */
export function writeChecksums(database: Database, migrations: readonly Migration[]): void {
  const meta = readMeta(database);
  const checksums = migrations.map((migration, at) => meta.get(checksumKey(at + 1)) ?? checksumOf(migration));
  writeMeta(database, [
    ...checksums.map((checksum, at) => [checksumKey(at + 1), checksum] as const),
    [keys.checksums, digestRow(...checksums)],
  ]);
}

/** Notes that copies of earlier revisions hold something that was forgotten. */
export function writeForgottenRevision(database: Database, revision: number): void {
  writeMeta(database, [[keys.forgotten, revision]]);
}

/** 0 when nothing was ever forgotten. */
export function readForgottenRevision(database: Database): number {
  return readMeta(database).get(keys.forgotten) ?? 0;
}

/** The first migration that was another than ours of the same number; undefined when there is none. */
export function findForeignMigration(
  database: Database,
  migrations: readonly Migration[],
): number | undefined {
  const meta = readMeta(database);
  const at = migrations.findIndex((migration, index) => {
    const checksum = meta.get(checksumKey(index + 1));
    return checksum !== undefined && checksum !== checksumOf(migration);
  });
  return at < 0 ? undefined : at + 1;
}

function checksumsAreWhole(meta: ReadonlyMap<string, number>): boolean {
  const checksums: number[] = [];
  for (let checksum = meta.get(checksumKey(1)); checksum !== undefined; ) {
    checksums.push(checksum);
    checksum = meta.get(checksumKey(checksums.length + 1));
  }
  return checksums.length === 0 || meta.get(keys.checksums) === digestRow(...checksums);
}

/** Every version of afterwit computes it like this: each verifies what others wrote. */
function digestSchema(database: Database, { schema, minimumWriter }: MemoryVersions): number {
  const statements = database
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')
    .all()
    .flatMap(({ type, name, tbl_name, sql }) => [type, name, tbl_name, sql].map(String));
  return digestRow(schema, minimumWriter, ...statements);
}

/** What is wrong with the schema or versions; undefined when they are as they were written. */
export function findSchemaDamage(database: Database): string | undefined {
  try {
    const meta = readMeta(database);
    const digest = digestSchema(database, readMemoryVersions(database));
    if (meta.get(keys.digest) === digest && checksumsAreWhole(meta)) return undefined;
  } catch (fault) {
    // A statement of ours that SQLite refuses: the table it is about is not the one that was written.
    if (!isAfterwitError(fault) || fault.code !== 'INTERNAL') throw fault;
  }
  return 'its schema is not what was written';
}
