import type { SQLInputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { termsVersion } from '../../../text/terms.ts';
import type { Database, Row } from '../database.ts';
import { damageError } from '../sqlite-error.ts';

/**
 * Checksum over the values of a row, stored beside them. SQLite detects damage to the structure of its pages but not to
 * the data in them. Answers from damaged data would be wrong, and decoding it might never end.
 */
export function sealOf(...values: readonly unknown[]): number {
  let seal = 0;
  for (const value of values) {
    // Node 22 binds empty bytes as NULL, and the checksum function would restart on the empty bytes that it reads.
    if (value === null || value === '' || (value instanceof Uint8Array && value.length === 0)) continue;
    seal = crc32(value instanceof Uint8Array ? value : `${String(value)};`, seal);
  }
  return seal;
}

/**
 * Checks the seal of a row. Call it before decoding the row.
 * @param values the values passed to {@link sealOf} when the row was written
 * @throws INDEX_CORRUPT when the values differ now
 */
export function requireSeal(
  database: Database,
  what: string,
  seal: unknown,
  ...values: readonly unknown[]
): void {
  if (sealOf(...values) !== seal) throw damagedIndex(database, `${what} is not what was stored`);
}

/** Returns INDEX_CORRUPT, with the damage in words. */
export function damagedIndex(database: Database, damage: string): Error {
  return damageError(damage, { subject: 'index', path: database.path });
}

/** Tables whose rows are sealed directly: the columns of the seal, in order. */
const sealedTables = {
  commits: {
    ordinal: 'INTEGER PRIMARY KEY',
    id: 'BLOB NOT NULL UNIQUE',
    committed_at_ms: 'INTEGER NOT NULL',
    authored_at_ms: 'INTEGER NOT NULL',
    author: 'TEXT NOT NULL',
    changes: 'BLOB NOT NULL',
    message: 'TEXT NOT NULL',
  },
  paths: { id: 'INTEGER PRIMARY KEY', path: 'BLOB NOT NULL UNIQUE' },
  issue_links: { issue: 'TEXT NOT NULL', ordinal: 'INTEGER NOT NULL', closes: 'INTEGER NOT NULL' },
  commit_links: { target: 'TEXT NOT NULL', ordinal: 'INTEGER NOT NULL', relation: 'TEXT NOT NULL' },
  trees: { commit_id: 'BLOB PRIMARY KEY', entries: 'BLOB NOT NULL', path_ids: 'BLOB NOT NULL' },
  derived: { commit_id: 'BLOB NOT NULL', name: 'TEXT NOT NULL', value: 'BLOB NOT NULL' },
  blobs: {
    ordinal: 'INTEGER PRIMARY KEY',
    id: 'BLOB NOT NULL UNIQUE',
    structure: 'BLOB NOT NULL',
    skipped: 'TEXT NOT NULL',
  },
  outlines: { ordinal: 'INTEGER PRIMARY KEY', symbols: 'TEXT NOT NULL' },
  fix_examples: {
    commit_id: 'BLOB PRIMARY KEY',
    version: 'TEXT NOT NULL',
    answer: 'TEXT NOT NULL',
    features: 'BLOB NOT NULL',
  },
  learned_weights: { version: 'TEXT NOT NULL', learned: 'TEXT NOT NULL' },
} as const;

/** Columns and constraints outside of the seal. */
const unsealed: Partial<Record<SealedTable, string>> = {
  issue_links: 'PRIMARY KEY (issue, ordinal)) STRICT, WITHOUT ROWID',
  commit_links: 'PRIMARY KEY (target, ordinal)) STRICT, WITHOUT ROWID',
  trees: 'sequence INTEGER NOT NULL) STRICT',
  derived: 'sequence INTEGER NOT NULL, PRIMARY KEY (commit_id, name)) STRICT',
  learned_weights: 'one INTEGER PRIMARY KEY CHECK (one = 1)) STRICT',
};

export const sealedColumns = Object.fromEntries(
  Object.entries(sealedTables).map(([table, columns]) => [table, Object.keys(columns)]),
) as unknown as Readonly<Record<SealedTable, readonly string[]>>;

function tableOf([table, columns]: readonly [string, Readonly<Record<string, string>>]): string {
  const sealed = Object.entries({ ...columns, seal: 'INTEGER NOT NULL' }).map((column) => column.join(' '));
  const rest = unsealed[table as SealedTable];
  return `CREATE TABLE ${table} (${sealed.join()}${rest === undefined ? ') STRICT' : `,${rest}`};`;
}

type SealedTable = keyof typeof sealedTables;

/** Begins a query of sealed rows. */
export function selectFrom(table: SealedTable): string {
  return `SELECT ${sealedColumns[table].join()}, seal FROM ${table}`;
}

/** Returns the row, if it is as stored. @throws INDEX_CORRUPT */
export function checkedRow(database: Database, table: SealedTable, row: Row): Row {
  const values = sealedColumns[table].map((column) => row[column]);
  requireSeal(database, `a row of ${table}`, row.seal, ...values);
  return row;
}

/**
 * Prepares writing rows of a table.
 * @param unsealed a column outside of the seal, whose value follows the others
 */
export function sealedWriter(
  database: Database,
  table: SealedTable,
  verb: 'INSERT' | 'INSERT OR REPLACE' = 'INSERT',
  unsealed?: string,
): (values: readonly SQLInputValue[], unsealedValue?: SQLInputValue) => void {
  const columns = [...sealedColumns[table], 'seal', ...(unsealed === undefined ? [] : [unsealed])];
  // Node 22 binds empty bytes as NULL.
  const marks = columns.map(() => "coalesce(?, x'')").join();
  const statement = database.prepare(`${verb} INTO ${table} (${columns.join()}) VALUES (${marks})`);
  return (values, ...more) =>
    statement.run(...values, sealOf(...values), ...more.filter((one) => one !== undefined));
}

/** Increased whenever tables or columns change; an index of another version is rebuilt from git. */
export const indexVersion = `10.${termsVersion}`;

/**
 * The index is append-only in *segments*: runs of documents with ascending ordinals. There are three kinds: commits
 * (parents before children), blobs, and chunks of blobs. A segment has its documents' numbers in columns
 * (`segment_columns`) and the postings of their texts. Both are never changed, only merged with adjacent segments into
 * a larger one. A commit's changes are also in its row: a search shows ten commits, and reading the columns of all
 * commits for that costs 19 ms at 62,658 commits. A blob's definitions are also in `outlines`: a query about code reads
 * tens of them, and six sevenths of a whole structure are calls, imports and documentation. Every row used for answers
 * has a checksum ({@link sealOf}).
 */
export const indexSchema = `
${Object.entries(sealedTables).map(tableOf).join('\n')}
CREATE INDEX commit_authors ON commits (author);
CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY) STRICT;
CREATE TABLE segments (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  first_ordinal INTEGER NOT NULL,
  document_count INTEGER NOT NULL,
  UNIQUE (kind, first_ordinal)
) STRICT;
CREATE TABLE segment_columns (
  segment INTEGER NOT NULL,
  name TEXT NOT NULL,
  data BLOB NOT NULL,
  seal INTEGER NOT NULL,
  UNIQUE (segment, name)
) STRICT;
CREATE TABLE postings (
  term TEXT NOT NULL,
  segment INTEGER NOT NULL,
  document_count INTEGER NOT NULL,
  data BLOB NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (term, segment)
) STRICT, WITHOUT ROWID;
CREATE TABLE heads (id BLOB PRIMARY KEY, sequence INTEGER NOT NULL) STRICT;
CREATE TABLE missing_parents (id BLOB PRIMARY KEY) STRICT;
CREATE TABLE cut_commits (id BLOB PRIMARY KEY) STRICT;
CREATE TABLE unreadable (
  id BLOB NOT NULL,
  part TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (id, part)
) STRICT;
`;
