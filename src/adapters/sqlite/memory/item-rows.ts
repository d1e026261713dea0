import type { ItemId } from '../../../model/brands.ts';
import { kindOf, type MemoryItem } from '../../../model/memory-item.ts';
import type { Access as LoggedAccess } from '../../../ports/memory-store.ts';
import { hideLines } from '../../../text/hashes.ts';
import type { Row } from '../database.ts';
import {
  DamageLog,
  decodeText,
  encodeText,
  type Prepare,
  type RowWriter,
  SealedTable,
} from './sealed-table.ts';

/** Columns for look-ups and filters; all other fields are in one column of JSON. The column `kind` repeats the body's. */
export const items = new SealedTable({
  name: 'items',
  key: 'ordinal',
  columns: [
    'ordinal',
    'id',
    'scope',
    'fingerprint',
    'layer',
    'type',
    'status',
    'quarantined',
    'origin',
    'created_at_ms',
    'updated_at_ms',
  ],
  body: 'rest',
  unsealed: 'kind',
});

/** The terms of an item, to remove or rebuild its postings. */
export const itemTerms = new SealedTable({
  name: 'item_terms',
  key: 'ordinal',
  columns: ['ordinal'],
  body: 'terms',
});

/** How often an item was shown: it changes independently of the item. */
export const itemAccess = new SealedTable({
  name: 'item_access',
  key: 'ordinal',
  columns: ['ordinal', 'access_count', 'last_accessed_at_ms'],
});

type Access = Pick<MemoryItem, 'accessCount' | 'lastAccessedAtMs'>;

export function writeItemRow(writer: RowWriter, ordinal: number, item: MemoryItem): void {
  const {
    id,
    scope,
    fingerprint,
    layer,
    type,
    status,
    quarantined,
    origin,
    createdAtMs,
    updatedAtMs,
    accessCount,
    lastAccessedAtMs,
    ...others
  } = item;
  const keys = [ordinal, id, scope, fingerprint, layer, type, status, quarantined ? 1 : 0, origin];
  const row = { values: [...keys, createdAtMs, updatedAtMs], body: JSON.stringify(others) };
  items.write(writer, { ...row, unsealed: kindOf(item) }, 'replace');
  writeAccess(writer, ordinal, { accessCount, ...(lastAccessedAtMs !== undefined && { lastAccessedAtMs }) });
  writeLinks(writer, ordinal, item);
}

/** Hides the lines that former versions kept in anchors as they are. @returns whether there were any */
export function hideAnchoredLines(writer: RowWriter): boolean {
  const rows = writer
    .prepare('SELECT * FROM items WHERE instr(rest, \'"firstLine":\') OR instr(rest, \'"removed":\')')
    .all();
  for (const row of rows) {
    const values = items.read(row);
    // A damaged row is mended, or left out, as ever.
    if (values === undefined) continue;
    const others = JSON.parse(String(row.rest)) as MemoryItem;
    const body = JSON.stringify({ ...others, anchors: others.anchors.map(hideLines) });
    items.write(writer, { values, body, unsealed: String(row.kind) }, 'replace');
  }
  return writer.changes > 0;
}

/** The memory in a row of `items`; undefined when the row is damaged. */
function decodeItem(row: Row): Omit<MemoryItem, keyof Access> | undefined {
  const values = items.read(row);
  if (values === undefined) return undefined;
  const others = JSON.parse(String(row.rest)) as MemoryItem;
  if (row.kind !== kindOf(others)) return undefined;
  const [, id, scope, fingerprint, layer, type, status, quarantined, origin, createdAtMs, updatedAtMs] =
    values;
  return {
    ...others,
    ...({ id, scope, fingerprint, layer, type, status } as Pick<
      MemoryItem,
      'id' | 'scope' | 'fingerprint' | 'layer' | 'type' | 'status'
    >),
    quarantined: quarantined === 1,
    origin: String(origin),
    createdAtMs: Number(createdAtMs),
    updatedAtMs: Number(updatedAtMs),
  };
}

/** Whether {@link decodeItem} would read the row: in half the time, since a whole row need not be parsed to know so. */
export function isWholeItem(row: Row): boolean {
  if (items.read(row) === undefined) return false;
  const rest = String(row.rest);
  // Without a body it is a lesson, as most are.
  const body = rest.includes('"body":') ? (JSON.parse(rest) as MemoryItem) : {};
  return row.kind === kindOf(body);
}

/** A memory with how often it was shown; undefined, and noted, when its row is damaged. */
export function decodeOrNote(prepare: Prepare, row: Row, damage: DamageLog): MemoryItem | undefined {
  const item = decodeItem(row);
  if (item === undefined) damage.note('items', decodeText(row.id));
  return item && { ...item, ...readAccess(prepare, Number(row.ordinal), damage) };
}

export function readItemAt(prepare: Prepare, ordinal: number, damage: DamageLog): MemoryItem | undefined {
  const row = prepare('SELECT * FROM items WHERE ordinal = ?').get(ordinal);
  return row && decodeOrNote(prepare, row, damage);
}

/** Ordinal of a memory, even if its row is damaged. */
export function findOrdinal(prepare: Prepare, id: ItemId): number | undefined {
  const row = prepare('SELECT ordinal FROM items WHERE id = ?').get(encodeText(id));
  return row && Number(row.ordinal);
}

/** A damaged count counts as none. */
function readAccess(prepare: Prepare, ordinal: number, damage: DamageLog): Access {
  const row = prepare('SELECT * FROM item_access WHERE ordinal = ?').get(ordinal);
  const values = row && itemAccess.read(row);
  if (row !== undefined && values === undefined) damage.note('item_access', String(ordinal));
  const [, count = 0, lastAtMs = null] = values ?? [];
  const accessCount = Number(count);
  return lastAtMs === null ? { accessCount } : { accessCount, lastAccessedAtMs: Number(lastAtMs) };
}

export function addAccess(writer: RowWriter, ordinal: number, { count, lastAtMs }: LoggedAccess): void {
  const { accessCount, lastAccessedAtMs = lastAtMs } = readAccess(writer.prepare, ordinal, new DamageLog());
  writeAccess(writer, ordinal, {
    accessCount: accessCount + count,
    lastAccessedAtMs: Math.max(lastAccessedAtMs, lastAtMs),
  });
}

function writeAccess(writer: RowWriter, ordinal: number, access: Access): void {
  const { accessCount, lastAccessedAtMs = null } = access;
  if (accessCount === 0 && lastAccessedAtMs === null)
    writer.run('DELETE FROM item_access WHERE ordinal = ?', ordinal);
  else itemAccess.write(writer, { values: [ordinal, accessCount, lastAccessedAtMs] }, 'replace');
}

export type ItemTerms = readonly (readonly [term: string, frequency: number])[];

/** Largest frequency or length, limited to two bytes. */
export const mostOccurrences = 0xffff;

export function toItemTerms(terms: ReadonlyMap<string, number>): ItemTerms {
  return [...terms].map(([term, frequency]) => [term, Math.min(frequency, mostOccurrences)]);
}

export function lengthOf(terms: ItemTerms): number {
  const length = terms.reduce((sum, [, frequency]) => sum + frequency, 0);
  return Math.min(length, mostOccurrences);
}

export function writeTerms(writer: RowWriter, ordinal: number, terms: ItemTerms): void {
  itemTerms.write(writer, { values: [ordinal], body: JSON.stringify(terms) }, 'replace');
}

/** Undefined when they are damaged or missing. */
export function readTerms(prepare: Prepare, ordinal: number): ItemTerms | undefined {
  const row = prepare('SELECT * FROM item_terms WHERE ordinal = ?').get(ordinal);
  return row && decodeTerms(row);
}

function decodeTerms(row: Row): ItemTerms | undefined {
  return itemTerms.read(row) && (JSON.parse(String(row.terms)) as ItemTerms);
}

/** All items with their terms, to rebuild the postings. */
export function* readItemsWithTerms(prepare: Prepare) {
  const rows = prepare(
    'SELECT items.*, terms, item_terms.digest AS terms_digest FROM items LEFT JOIN item_terms USING (ordinal)',
  );
  for (const row of rows.iterate()) {
    const terms = decodeTerms({ ...row, digest: row.terms_digest ?? null });
    yield { ordinal: Number(row.ordinal), item: decodeItem(row), terms };
  }
}

/** Records the ids that a memory refers to, so that a forgotten memory can be removed from all others. */
function writeLinks(writer: RowWriter, ordinal: number, { relatedItems, supersededById }: MemoryItem): void {
  writer.run('DELETE FROM item_links WHERE source = ?', ordinal);
  const targets = new Set([...relatedItems.map(({ id }) => id), ...(supersededById ? [supersededById] : [])]);
  for (const target of targets) {
    writer.run('INSERT INTO item_links (target_id, source) VALUES (?, ?)', encodeText(target), ordinal);
  }
}

/** Ordinals of the memories that refer to `target`. */
export function linksTo(prepare: Prepare, target: ItemId): readonly number[] {
  const rows = prepare('SELECT source FROM item_links WHERE target_id = ? ORDER BY source');
  return rows.all(encodeText(target)).map(({ source }) => Number(source));
}

/** The memory without its references to `target`. */
export function withoutLinksTo(item: MemoryItem, target: ItemId): MemoryItem {
  const { supersededById, ...others } = item;
  return {
    ...others,
    relatedItems: item.relatedItems.filter(({ id }) => id !== target),
    ...(supersededById === undefined || supersededById === target ? {} : { supersededById }),
  };
}
