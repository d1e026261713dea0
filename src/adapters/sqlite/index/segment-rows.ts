import type { Database } from '../database.ts';
import { damagedIndex, requireSeal, sealOf } from './seal.ts';
import { type ColumnName, columnBytes, type SegmentColumns } from './segment-columns.ts';

export interface Segment {
  readonly id: number;
  readonly firstOrdinal: number;
  readonly commitCount: number;
}

/** All segments in order. */
export function readSegments(database: Database): readonly Segment[] {
  return database
    .prepare('SELECT id, first_ordinal, commit_count FROM segments ORDER BY first_ordinal')
    .all()
    .map((row) => ({
      id: row.id as number,
      firstOrdinal: row.first_ordinal as number,
      commitCount: row.commit_count as number,
    }));
}

/** Stores columns of segments. Call inside a transaction. */
export function columnWriter(
  database: Database,
): <Name extends ColumnName>(segment: Segment, name: Name, column: SegmentColumns[Name]) => void {
  // Node 22 binds an empty array as NULL.
  const insert = database.prepare(
    "INSERT INTO segment_columns (segment, name, data, seal) VALUES (?, ?, coalesce(?, x''), ?)",
  );
  return ({ id, firstOrdinal, commitCount }, name, column) => {
    const data = columnBytes(column);
    insert.run(id, name, data, sealOf(name, firstOrdinal, commitCount, data));
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
  requireSeal(database, 'a list of commits', seal, term, first_ordinal, document_count, data);
}

/**
 * Bytes of one column, segment by segment, from the one that begins at `fromOrdinal` on.
 *
 * @throws INDEX_CORRUPT also when a segment or its column is not there
 */
export function readColumn(database: Database, name: ColumnName, fromOrdinal = 0): readonly Uint8Array[] {
  const rows = database
    .prepare(
      `SELECT s.first_ordinal, s.commit_count, c.data, c.seal FROM segments s
       LEFT JOIN segment_columns c ON c.segment = s.id AND c.name = ?
       WHERE s.first_ordinal >= ? ORDER BY s.first_ordinal`,
    )
    .all(name, fromOrdinal);
  let next = fromOrdinal;
  return rows.map(({ first_ordinal, commit_count, data, seal }) => {
    if (first_ordinal !== next) throw damagedIndex(database, `no segment begins at commit ${next}`);
    requireSeal(database, `column ${name}`, seal, name, first_ordinal, commit_count, data);
    next += commit_count as number;
    return data as Uint8Array;
  });
}
