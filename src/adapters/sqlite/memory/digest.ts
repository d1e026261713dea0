import { crc32 } from 'node:zlib';
import { AfterwitError } from '../../../model/errors.ts';

/**
 * Digest of a row's values, stored with the row. SQLite checks how its pages hang together, not what they say: without
 * this a flipped bit would give a repository another id, and take its memory away.
 */
export function digestRow(...values: readonly (string | number)[]): number {
  return crc32(JSON.stringify(values));
}

/** @throws MEMORY_CORRUPT */
export function verifyRow(digest: unknown, table: string, ...values: readonly (string | number)[]): void {
  if (digest === digestRow(...values)) return;
  const damage = `a row of ${table} is not what was written`;
  throw new AfterwitError(
    'MEMORY_CORRUPT',
    `The memory database is damaged: ${damage}. Put back a copy of yours; \`afterwit doctor\` says more.`,
    { data: { damage, table } },
  );
}
