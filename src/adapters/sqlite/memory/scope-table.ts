import type { Scope } from '../../../model/provenance.ts';
import type { Row } from '../database.ts';
import { decodeText, encodeText } from '../text-value.ts';
import type { DamageLog } from './damage-log.ts';
import { digestRow, plainValue } from './digest.ts';
import type { Prepare } from './prepare.ts';
import type { RowWriter } from './row-writer.ts';

/** A scope with searchable memories, and its statistics for scoring. Its short number keeps postings small. */
export interface StoredScope {
  readonly id: number;
  readonly itemCount: number;
  /** Number of indexed terms in all of its items. */
  readonly totalLength: number;
}

/** Undefined when the row is damaged. */
export function decodeScope(row: Row): StoredScope | undefined {
  const values = [row.id, row.scope, row.item_count, row.total_length].map(plainValue);
  if (Number(row.digest) !== digestRow(...values)) return undefined;
  return { id: Number(row.id), itemCount: Number(row.item_count), totalLength: Number(row.total_length) };
}

export function findScope(prepare: Prepare, scope: Scope, damage: DamageLog): StoredScope | undefined {
  const row = prepare('SELECT * FROM item_scopes WHERE scope = ?').get(encodeText(scope));
  const found = row && decodeScope(row);
  if (row !== undefined && found === undefined) damage.note('item_scopes', decodeText(row.scope));
  return found;
}

/** The scopes with memories, each once. */
export function findScopes(
  prepare: Prepare,
  scopes: readonly Scope[],
  damage: DamageLog,
): readonly StoredScope[] {
  return [...new Set(scopes)].flatMap((scope) => findScope(prepare, scope, damage) ?? []);
}

/** A new scope without memories. */
export function emptyScope(prepare: Prepare): StoredScope {
  const id = Number(prepare('SELECT coalesce(max(id), 0) + 1 AS id FROM item_scopes').get()?.id);
  return { id, itemCount: 0, totalLength: 0 };
}

/** Writes a scope's statistics; deletes the scope with its last searchable memory. */
export function writeScope(
  writer: RowWriter,
  scope: Scope,
  { id, itemCount, totalLength }: StoredScope,
): void {
  if (itemCount === 0) {
    writer.run('DELETE FROM item_scopes WHERE id = ?', id);
    return;
  }
  writer.run(
    `INSERT INTO item_scopes (id, scope, item_count, total_length, digest) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET item_count = excluded.item_count, total_length = excluded.total_length,
       digest = excluded.digest`,
    id,
    encodeText(scope),
    itemCount,
    totalLength,
    digestRow(id, scope, itemCount, totalLength),
  );
}
