import type { Access as LoggedAccess } from '../../../ports/memory-store.ts';
import type { Row } from '../database.ts';
import { DamageLog } from './damage-log.ts';
import { digestRow, plainValue } from './digest.ts';
import type { Access } from './item-row.ts';
import type { Prepare } from './prepare.ts';
import type { RowWriter } from './row-writer.ts';

/** How often an item was shown, by a row of `item_access`; undefined when the row is damaged. */
export function decodeAccess({
  ordinal,
  access_count,
  last_accessed_at_ms,
  digest,
}: Row): Access | undefined {
  const values = [ordinal, access_count, last_accessed_at_ms].map(plainValue);
  if (Number(digest) !== digestRow(...values)) return undefined;
  const accessCount = Number(access_count);
  return last_accessed_at_ms === null
    ? { accessCount }
    : { accessCount, lastAccessedAtMs: Number(last_accessed_at_ms) };
}

/** Reads a count; a damaged one counts as none. */
export function readAccess(prepare: Prepare, ordinal: number, damage: DamageLog): Access {
  const row = prepare('SELECT * FROM item_access WHERE ordinal = ?').get(ordinal);
  const access = row && decodeAccess(row);
  if (row !== undefined && access === undefined) damage.note('item_access', String(ordinal));
  return access ?? { accessCount: 0 };
}

/** Adds to how often an item was shown. */
export function addAccess(
  writer: RowWriter,
  ordinal: number,
  { count, lastAtMs }: Pick<LoggedAccess, 'count' | 'lastAtMs'>,
): void {
  const { accessCount, lastAccessedAtMs = lastAtMs } = readAccess(writer.prepare, ordinal, new DamageLog());
  writeAccess(writer, ordinal, {
    accessCount: accessCount + count,
    lastAccessedAtMs: Math.max(lastAccessedAtMs, lastAtMs),
  });
}

export function writeAccess(writer: RowWriter, ordinal: number, access: Access): void {
  const { accessCount, lastAccessedAtMs = null } = access;
  if (accessCount === 0 && lastAccessedAtMs === null) {
    writer.run('DELETE FROM item_access WHERE ordinal = ?', ordinal);
    return;
  }
  writer.run(
    `INSERT INTO item_access (ordinal, access_count, last_accessed_at_ms, digest) VALUES (?, ?, ?, ?)
     ON CONFLICT (ordinal) DO UPDATE SET access_count = excluded.access_count,
       last_accessed_at_ms = excluded.last_accessed_at_ms, digest = excluded.digest`,
    ordinal,
    accessCount,
    lastAccessedAtMs,
    digestRow(ordinal, accessCount, lastAccessedAtMs),
  );
}
