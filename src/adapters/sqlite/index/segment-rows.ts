import type { Database } from '../database.ts';
import { buildPostings } from './build-segment.ts';
import { damagedIndex, requireSeal, sealOf } from './seal.ts';
import { type ColumnName, columnBytes, type SegmentColumns, type SegmentKind } from './segment-columns.ts';

export interface Segment {
  readonly id: number;
  readonly kind: SegmentKind;
  readonly firstOrdinal: number;
  readonly documentCount: number;
}

/** All segments of a kind in order. */
export function readSegments(database: Database, kind: SegmentKind): readonly Segment[] {
  return database
    .prepare('SELECT id, first_ordinal, document_count FROM segments WHERE kind = ? ORDER BY first_ordinal')
    .all(kind)
    .map((row) => ({
      id: row.id as number,
      kind,
      firstOrdinal: row.first_ordinal as number,
      documentCount: row.document_count as number,
    }));
}

/** Adds a segment for documents with the ordinals from `firstOrdinal` on. Call inside a transaction. */
export function addSegment(
  database: Database,
  kind: SegmentKind,
  firstOrdinal: number,
  documentCount: number,
): Segment {
  const { lastInsertRowid } = database
    .prepare('INSERT INTO segments (kind, first_ordinal, document_count) VALUES (?, ?, ?)')
    .run(kind, firstOrdinal, documentCount);
  return { id: Number(lastInsertRowid), kind, firstOrdinal, documentCount };
}

/** The next free ordinal of the kind. */
export function nextOrdinalOf(database: Database, kind: SegmentKind): number {
  const row = database
    .prepare('SELECT coalesce(max(first_ordinal + document_count), 0) AS next FROM segments WHERE kind = ?')
    .get(kind);
  return row?.next as number;
}

/** Stores columns of segments. Call inside a transaction. */
export function columnWriter(
  database: Database,
): <Name extends ColumnName>(segment: Segment, name: Name, column: SegmentColumns[Name]) => void {
  // Node 22 binds an empty array as NULL.
  const insert = database.prepare(
    "INSERT INTO segment_columns (segment, name, data, seal) VALUES (?, ?, coalesce(?, x''), ?)",
  );
  return ({ id, firstOrdinal, documentCount }, name, column) => {
    const data = columnBytes(column);
    insert.run(id, name, data, sealOf(name, firstOrdinal, documentCount, data));
  };
}

/** Stores lists of segments. Call inside a transaction. */
export function postingsWriter(
  database: Database,
): (segment: Segment, term: string, documentCount: number, data: Uint8Array) => void {
  const insert = database.prepare(
    'INSERT INTO postings (term, segment, document_count, data, seal) VALUES (?, ?, ?, ?, ?)',
  );
  return ({ id, firstOrdinal }, term, documentCount, data) =>
    insert.run(term, id, documentCount, data, sealOf(term, firstOrdinal, documentCount, data));
}

/** Stores the lists of a segment's documents. Call inside a transaction. */
export function writeAllPostings(
  database: Database,
  segment: Segment,
  documents: readonly ReadonlyMap<string, number>[],
): void {
  const write = postingsWriter(database);
  // Sorted by the table's key, so that SQLite appends rows to pages instead of inserting them all over the file.
  const postings = [...buildPostings(documents, segment.firstOrdinal)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [term, { documentCount, data }] of postings) write(segment, term, documentCount, data);
}

/** A list as it was stored. */
export interface PostingsRow {
  readonly term: string;
  readonly segment: number;
  readonly first_ordinal: number;
  readonly document_count: number;
  readonly data: Uint8Array;
  readonly seal: number;
}

/** @throws INDEX_CORRUPT */
export function requirePostings(database: Database, row: PostingsRow): void {
  const { term, first_ordinal, document_count, data, seal } = row;
  requireSeal(database, 'a list of postings', seal, term, first_ordinal, document_count, data);
}

/**
 * Bytes of one column, segment by segment, starting with the segment at `fromOrdinal`.
 *
 * @throws INDEX_CORRUPT also when a segment or its column is missing
 */
export function readColumn(
  database: Database,
  kind: SegmentKind,
  name: ColumnName,
  fromOrdinal = 0,
): readonly Uint8Array[] {
  const rows = database
    .prepare(
      `SELECT s.first_ordinal, s.document_count, c.data, c.seal FROM segments s
       LEFT JOIN segment_columns c ON c.segment = s.id AND c.name = ?
       WHERE s.kind = ? AND s.first_ordinal >= ? ORDER BY s.first_ordinal`,
    )
    .all(name, kind, fromOrdinal);
  let next = fromOrdinal;
  return rows.map(({ first_ordinal, document_count, data, seal }) => {
    if (first_ordinal !== next) throw damagedIndex(database, `no segment of ${kind} begins at ${next}`);
    requireSeal(database, `column ${name}`, seal, name, first_ordinal, document_count, data);
    next += document_count as number;
    return data as Uint8Array;
  });
}
