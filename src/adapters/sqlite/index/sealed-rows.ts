import type { SQLInputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
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
export const sealedColumns = {
  commits: ['ordinal', 'id', 'committed_at_ms', 'authored_at_ms', 'author', 'changes', 'message'],
  paths: ['id', 'path'],
  issue_links: ['issue', 'ordinal', 'closes'],
  commit_links: ['target', 'ordinal', 'relation'],
  trees: ['commit_id', 'entries', 'path_ids'],
  derived: ['commit_id', 'name', 'value'],
  blobs: ['ordinal', 'id', 'structure', 'skipped'],
  outlines: ['ordinal', 'symbols'],
  fix_examples: ['commit_id', 'version', 'answer', 'features'],
  learned_weights: ['version', 'learned'],
} as const;

type SealedTable = keyof typeof sealedColumns;

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
