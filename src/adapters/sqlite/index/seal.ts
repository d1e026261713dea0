import { crc32 } from 'node:zlib';
import type { Database } from '../database.ts';
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
 *
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

/** INDEX_CORRUPT, with what is wrong in words. */
export function damagedIndex(database: Database, damage: string): Error {
  return damageError(damage, { subject: 'index', path: database.path });
}
