import { isAfterwitError } from '../../../model/errors.ts';
import type { Database } from '../database.ts';
import { digestRow } from './digest.ts';

/** What a memory states about itself, in `meta`. */
export interface MemoryVersions {
  /** How many migrations it has been through. */
  readonly schema: number;
  /** Versions of the schema below this may only read. */
  readonly minimumWriter: number;
}

const keys = { schema: 'schema_version', minimumWriter: 'minimum_writer_version', digest: 'digest' } as const;

export const metaTable = 'CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT';

function readMeta(database: Database): ReadonlyMap<string, number> {
  const rows = database.prepare('SELECT key, value FROM meta').all();
  return new Map(rows.map((row) => [String(row.key), Number(row.value)]));
}

export function readMemoryVersions(database: Database): MemoryVersions {
  const meta = readMeta(database);
  return { schema: meta.get(keys.schema) ?? 0, minimumWriter: meta.get(keys.minimumWriter) ?? 0 };
}

/** Writes the versions, with a digest of them and of the schema as it is now. */
export function writeMemoryVersions(database: Database, versions: MemoryVersions): void {
  const statement = database.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  statement.run(keys.schema, versions.schema);
  statement.run(keys.minimumWriter, versions.minimumWriter);
  statement.run(keys.digest, digestSchema(database, versions));
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
    const stored = readMeta(database).get(keys.digest);
    if (stored === digestSchema(database, readMemoryVersions(database))) return undefined;
  } catch (fault) {
    // A statement of ours that SQLite refuses: the table it is about is not the one that was written.
    if (!isAfterwitError(fault) || fault.code !== 'INTERNAL') throw fault;
  }
  return 'its schema is not what was written';
}
