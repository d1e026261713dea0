import type { SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { AfterwitError } from '../../../model/errors.ts';
import { decodeText } from '../text-value.ts';

export type PlainValue = string | number | null;

/**
 * Digest of a row's values, stored with the row. SQLite checks how its pages hang together, not what they say: without
 * this a flipped bit would give a repository another id, and take its memory away.
 */
export function digestRow(...values: readonly PlainValue[]): number {
  return crc32(JSON.stringify(values));
}

/** The same of a row whose last column, `body`, may be a megabyte long. */
export function digestRowWithBody(body: string, ...values: readonly PlainValue[]): number {
  return crc32(body, digestRow(...values));
}

/** What a column says, whatever damage has made of its type. */
export function plainValue(value: SQLOutputValue | undefined): PlainValue {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number' || value === null) return value;
  return decodeText(value);
}

/** @throws MEMORY_CORRUPT */
export function verifyRow(digest: unknown, table: string, ...values: readonly PlainValue[]): void {
  if (Number(digest) === digestRow(...values)) return;
  const damage = `a row of ${table} is not what was written`;
  throw new AfterwitError(
    'MEMORY_CORRUPT',
    `The memory database is damaged: ${damage}. Put back a copy of yours; \`afterwit doctor\` says more.`,
    { data: { damage, table } },
  );
}
