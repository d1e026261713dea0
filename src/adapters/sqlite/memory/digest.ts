import type { SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { AfterwitError } from '../../../model/errors.ts';
import { decodeText } from '../text-value.ts';

export type PlainValue = string | number | null;

/**
 * Checksum of a row's values, stored with the row. SQLite checks the structure of its pages, not the data: without the
 * checksum, a flipped bit could change a repository's id and so separate it from its memories.
 */
export function digestRow(...values: readonly PlainValue[]): number {
  return crc32(JSON.stringify(values));
}

/** The same of a row whose last column, `body`, may be a megabyte long. */
export function digestRowWithBody(body: string, ...values: readonly PlainValue[]): number {
  return crc32(body, digestRow(...values));
}

/** Value of a column as a plain value, for any type that damage may have produced. */
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
    `The memory database is damaged: ${damage}. Restore a copy of yours; \`afterwit doctor\` says more.`,
    { data: { damage, table } },
  );
}
