import { crc32 } from 'node:zlib';
import type { Database } from '../database.ts';
import { damageError } from '../sqlite-error.ts';

/**
 * Checksum over the values of a row, stored beside them. SQLite notices when the structure of its pages is damaged, but
 * takes whatever bytes they hold for data; answers from those would be wrong, and decoding them may never end.
 */
export function sealOf(...values: readonly unknown[]): number {
  let seal = 0;
  for (const value of values) {
    // Node 22 binds empty bytes as NULL, and those it reads have no address, for which the checksum would start afresh.
    if (value === null || value === '' || (value instanceof Uint8Array && value.length === 0)) continue;
    seal = crc32(value instanceof Uint8Array ? value : `${String(value)};`, seal);
  }
  return seal;
}

/**
 * To be called on every row before it is decoded.
 *
 * @param values what {@link sealOf} was given when the row was written
 * @throws INDEX_CORRUPT when they are others now
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
