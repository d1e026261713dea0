import type { Database } from '../database.ts';
import { decodePostings, encodePostings } from './row-codecs.ts';
import { type ColumnName, columnNames, joinColumn, type SegmentKind } from './segment-columns.ts';
import {
  columnWriter,
  type PostingsRow,
  postingsWriter,
  readColumn,
  readSegments,
  requirePostings,
  type Segment,
} from './segments.ts';

/** A segment stays on its own when it is at least this many times larger than all later ones together. */
const sizeRatio = 4;

/**
 * Merges the youngest segments so that sizes fall geometrically: n documents have O(log n) segments, a document
 * is rewritten O(log n) times, and adding ten never touches the large old segment. Call inside a transaction.
 */
export function mergeSegments(database: Database, kind: SegmentKind): void {
  const segments = readSegments(database, kind);
  const start = firstToMerge(segments.map((segment) => segment.documentCount));
  if (start < segments.length - 1) mergeRun(database, segments.slice(start));
}

/** Position of the first segment of the run to merge; the last position when nothing needs merging. */
export function firstToMerge(documentCounts: readonly number[]): number {
  let later = 0;
  let start = documentCounts.length - 1;
  for (let i = documentCounts.length - 1; i >= 0; i--) {
    if ((documentCounts[i] as number) < sizeRatio * later) start = i;
    later += documentCounts[i] as number;
  }
  return start;
}

function mergeRun(database: Database, run: readonly Segment[]): void {
  const first = run[0] as Segment;
  const documentCount = run.reduce((sum, segment) => sum + segment.documentCount, 0);
  const merged = { ...first, documentCount };
  mergeColumns(database, run, merged);
  mergePostings(database, merged);
  database
    .prepare('DELETE FROM segments WHERE kind = ? AND first_ordinal > ?')
    .run(merged.kind, merged.firstOrdinal);
  database.prepare('UPDATE segments SET document_count = ? WHERE id = ?').run(documentCount, merged.id);
}

function mergeColumns(database: Database, run: readonly Segment[], merged: Segment): void {
  const names: readonly ColumnName[] = columnNames[merged.kind];
  const joined = names.map((name) => ({
    name,
    column: joinColumn(name, readColumn(database, merged.kind, name, merged.firstOrdinal)),
  }));
  const remove = database.prepare('DELETE FROM segment_columns WHERE segment = ?');
  for (const { id } of run) remove.run(id);
  const write = columnWriter(database);
  for (const { name, column } of joined) write(merged, name, column);
}

/** Terms whose lists are in memory at once: those of a large repository take gigabytes. */
const termsAtOnce = 1_000;

/** Rewrites, term by term, the lists of the younger segments behind that of the oldest. */
function mergePostings(database: Database, merged: Segment): void {
  const { kind, firstOrdinal } = merged;
  const rows = database
    .prepare(
      `SELECT p.term, p.segment, s.first_ordinal, p.document_count, p.data, p.seal FROM postings p
       JOIN segments s ON s.id = p.segment WHERE s.kind = ? AND s.first_ordinal >= ? ORDER BY p.term`,
    )
    .iterate(kind, firstOrdinal) as Iterable<unknown> as Iterable<PostingsRow>;
  const remove = database.prepare(
    `DELETE FROM postings WHERE term BETWEEN ? AND ?
     AND segment IN (SELECT id FROM segments WHERE kind = ? AND first_ordinal >= ?)`,
  );
  const write = postingsWriter(database);
  let joined: { readonly term: string; readonly documentCount: number; readonly data: Uint8Array }[] = [];
  // Only terms before that of the next row are written: SQLite reads on behind them.
  const flush = () => {
    remove.run(joined[0]?.term ?? '', joined.at(-1)?.term ?? '', kind, firstOrdinal);
    for (const { term, documentCount, data } of joined) write(merged, term, documentCount, data);
    joined = [];
  };
  for (const group of groupByTerm(rows)) {
    for (const row of group) requirePostings(database, row);
    group.sort((a, b) => a.first_ordinal - b.first_ordinal);
    joined.push({ term: group[0]?.term ?? '', ...joinPostings(group, firstOrdinal) });
    if (joined.length >= termsAtOnce) flush();
  }
  flush();
}

function* groupByTerm(rows: Iterable<PostingsRow>): Generator<PostingsRow[]> {
  let group: PostingsRow[] = [];
  for (const row of rows) {
    if (group.length > 0 && group[0]?.term !== row.term) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}

function joinPostings(group: readonly PostingsRow[], base: number) {
  const only = group[0] as PostingsRow;
  if (group.length === 1 && only.first_ordinal === base) {
    return { documentCount: only.document_count, data: only.data };
  }
  const documentCount = group.reduce((sum, row) => sum + row.document_count, 0);
  const lists = { ordinals: new Uint32Array(documentCount), frequencies: new Uint16Array(documentCount) };
  let end = 0;
  for (const row of group) end = decodePostings(row.data, row.first_ordinal, lists, end);
  return { documentCount, data: encodePostings(lists.ordinals, lists.frequencies, base) };
}
