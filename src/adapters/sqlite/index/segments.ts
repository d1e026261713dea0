import { isAfterwitError } from '../../../model/errors.ts';
import { changeStatuses, type IndexedCommit, noPath } from '../../../ports/repository-index.ts';
import type { Database } from '../database.ts';
import { encodePostings } from './row-codecs.ts';
import { checkedRow, damagedIndex, requireSeal, sealedColumns, sealOf, selectFrom } from './sealed-rows.ts';
import {
  type ColumnName,
  type ColumnsOf,
  type CommitColumns,
  columnBytes,
  columnNames,
  joinColumn,
  noParent,
  type SegmentColumns,
  type SegmentKind,
  segmentKinds,
} from './segment-columns.ts';

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

/** Adds documents, which get the ordinals from `firstOrdinal` on, with their columns and terms. Call inside a transaction. */
export function appendSegment<Kind extends SegmentKind>(
  database: Database,
  kind: Kind,
  firstOrdinal: number,
  columns: ColumnsOf[Kind],
  documents: readonly ReadonlyMap<string, number>[],
): void {
  const documentCount = documents.length;
  const { lastInsertRowid } = database
    .prepare('INSERT INTO segments (kind, first_ordinal, document_count) VALUES (?, ?, ?)')
    .run(kind, firstOrdinal, documentCount);
  const segment = { id: Number(lastInsertRowid), kind, firstOrdinal, documentCount };
  const writeColumn = columnWriter(database);
  for (const [name, column] of Object.entries(columns)) writeColumn(segment, name as ColumnName, column);
  const writePostings = postingsWriter(database);
  // Sorted by the table's key, so that SQLite appends rows to pages instead of inserting them all over the file.
  const postings = [...buildPostings(documents, firstOrdinal)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [term, list] of postings) writePostings(segment, term, list.documentCount, list.data);
}

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

const largestUint16 = 0xffff;

/** Parts of a segment that need the database: ordinals of parents, ids of paths. */
interface SegmentLookups {
  /** undefined when the index does not hold the commit. */
  readonly ordinalOf: (commitId: string) => number | undefined;
  readonly pathId: (path: string) => number;
}

interface EncodedPostings {
  readonly documentCount: number;
  readonly data: Uint8Array;
}

/** Columns of commits that get the ordinals from `firstOrdinal` on. */
export function buildColumns(commits: readonly IndexedCommit[], lookups: SegmentLookups): CommitColumns {
  const changes = commits.flatMap(({ record }) => record.changes);
  const parents = commits.map(({ record }) => record.parents.map((id) => lookups.ordinalOf(id) ?? noParent));
  return {
    times: Float64Array.from(commits, ({ record }) => record.committedAtMs),
    documentLengths: Uint16Array.from(commits, ({ terms }) => documentLength(terms)),
    parentOffsets: offsetsOf(parents.map((list) => list.length)),
    parents: Uint32Array.from(parents.flat()),
    changeOffsets: offsetsOf(commits.map(({ record }) => record.changes.length)),
    changePaths: Uint32Array.from(changes, ({ path }) => lookups.pathId(path)),
    changePreviousPaths: Uint32Array.from(changes, ({ previousPath }) =>
      previousPath === undefined ? noPath : lookups.pathId(previousPath),
    ),
    changeStatuses: Uint8Array.from(changes, ({ status }) => changeStatuses.indexOf(status)),
  };
}

/** Postings of a run of documents, by term, ready to store. */
function buildPostings(
  documents: readonly ReadonlyMap<string, number>[],
  firstOrdinal: number,
): ReadonlyMap<string, EncodedPostings> {
  const lists = new Map<string, { ordinals: number[]; frequencies: number[] }>();
  documents.forEach((terms, index) => {
    for (const [term, count] of terms) {
      const list = lists.get(term) ?? { ordinals: [], frequencies: [] };
      lists.set(term, list);
      list.ordinals.push(firstOrdinal + index);
      list.frequencies.push(Math.min(count, largestUint16));
    }
  });
  const encoded = new Map<string, EncodedPostings>();
  for (const [term, { ordinals, frequencies }] of lists) {
    encoded.set(term, {
      documentCount: ordinals.length,
      data: encodePostings(ordinals, frequencies, firstOrdinal),
    });
  }
  return encoded;
}

export function documentLength(terms: ReadonlyMap<string, number>): number {
  let length = 0;
  for (const count of terms.values()) length += count;
  return Math.min(length, largestUint16);
}

export function offsetsOf(lengths: readonly number[]): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, index) => {
    offsets[index + 1] = (offsets[index] as number) + length;
  });
  return offsets;
}

/** Columns of all segments of a kind, each read on first use and cached until documents are added. */
export class ColumnLoader<Kind extends SegmentKind> {
  readonly #database: Database;
  readonly #kind: Kind;
  readonly #loaded = new Map<keyof ColumnsOf[Kind], unknown>();
  #documentCount = 0;

  constructor(database: Database, kind: Kind) {
    this.#database = database;
    this.#kind = kind;
  }

  /** Makes sure that the columns include `ordinal`; arrays returned earlier stay valid. */
  ensure(ordinal: number): void {
    if (ordinal < this.#documentCount) return;
    this.#loaded.clear();
    this.#documentCount = nextOrdinalOf(this.#database, this.#kind);
    if (ordinal >= this.#documentCount) {
      throw damagedIndex(this.#database, `number ${ordinal} of ${this.#kind} is in no segment`);
    }
  }

  load<Name extends keyof ColumnsOf[Kind] & ColumnName>(name: Name): ColumnsOf[Kind][Name] {
    if (!this.#loaded.has(name)) {
      this.#loaded.set(name, joinColumn(name, readColumn(this.#database, this.#kind, name)));
    }
    return this.#loaded.get(name) as ColumnsOf[Kind][Name];
  }
}

/** Checks every page and every row. Returns a description of the first damage, or undefined. */
export function findIndexDamage(database: Database): string | undefined {
  try {
    const finding = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
    if (finding !== 'ok') return String(finding);
    database.read(() => checkRows(database));
    return undefined;
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'INDEX_CORRUPT')
      return String(fault.data.damage ?? fault.message);
    throw fault;
  }
}

function checkRows(database: Database): void {
  for (const table of Object.keys(sealedColumns) as (keyof typeof sealedColumns)[])
    for (const row of database.prepare(selectFrom(table)).iterate()) checkedRow(database, table, row);
  for (const kind of segmentKinds) for (const name of columnNames[kind]) readColumn(database, kind, name);
  const postings = database.prepare(
    `SELECT p.term, s.first_ordinal, p.document_count, p.data, p.seal FROM postings p
     LEFT JOIN segments s ON s.id = p.segment`,
  );
  for (const row of postings.iterate()) requirePostings(database, row as unknown as PostingsRow);
}
