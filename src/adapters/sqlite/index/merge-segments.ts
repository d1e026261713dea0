import type { Database } from '../database.ts';
import { decodePostings, encodePostings } from '../../../text/postings-codec.ts';
import { columnBytes, columnNames, insertColumnSql, joinColumn } from './segment-columns.ts';

interface SegmentRow {
  readonly id: number;
  readonly first_ordinal: number;
  readonly commit_count: number;
}

/** A segment stays on its own when it is at least this many times larger than all later ones together. */
const sizeRatio = 4;

/**
 * Merges the youngest segments so that sizes fall geometrically: a history of n commits has O(log n) segments, a commit
 * is rewritten O(log n) times, and adding ten commits never touches the large old segment. Call inside a transaction.
 */
export function mergeSegments(database: Database): void {
  const segments = database
    .prepare('SELECT id, first_ordinal, commit_count FROM segments ORDER BY first_ordinal')
    .all() as unknown as SegmentRow[];
  const start = firstToMerge(segments.map((segment) => segment.commit_count));
  if (start < segments.length - 1) mergeRun(database, segments.slice(start));
}

/** Position of the first segment of the run to merge; the last position when nothing needs merging. */
export function firstToMerge(commitCounts: readonly number[]): number {
  let later = 0;
  let start = commitCounts.length - 1;
  for (let i = commitCounts.length - 1; i >= 0; i--) {
    if ((commitCounts[i] as number) < sizeRatio * later) start = i;
    later += commitCounts[i] as number;
  }
  return start;
}

function mergeRun(database: Database, run: readonly SegmentRow[]): void {
  const first = run[0] as SegmentRow;
  mergeColumns(database, run, first.id);
  mergePostings(database, run, first);
  const total = run.reduce((sum, segment) => sum + segment.commit_count, 0);
  database.prepare('DELETE FROM segments WHERE first_ordinal > ?').run(first.first_ordinal);
  database.prepare('UPDATE segments SET commit_count = ? WHERE id = ?').run(total, first.id);
}

function mergeColumns(database: Database, run: readonly SegmentRow[], target: number): void {
  const read = database.prepare('SELECT data FROM segment_columns WHERE segment = ? AND name = ?');
  const write = database.prepare(insertColumnSql);
  const joined = columnNames.map((name) => {
    const parts = run.map(({ id }) => (read.get(id, name) as { data: Uint8Array }).data);
    return { name, column: joinColumn(name, parts) };
  });
  const remove = database.prepare('DELETE FROM segment_columns WHERE segment = ?');
  for (const { id } of run) remove.run(id);
  for (const { name, column } of joined) write.run(target, name, columnBytes(column));
}

/** Rewrites, term by term, the lists of the younger segments behind that of the oldest. */
function mergePostings(database: Database, run: readonly SegmentRow[], first: SegmentRow): void {
  const bases = new Map(run.map(({ id, first_ordinal }) => [id, first_ordinal]));
  const rows = database
    .prepare(
      `SELECT term, segment, document_count, data FROM postings
       WHERE segment IN (${run.map(() => '?').join(', ')}) ORDER BY term`,
    )
    .all(...bases.keys()) as unknown as PostingsRow[];
  database
    .prepare(`DELETE FROM postings WHERE segment IN (${run.map(() => '?').join(', ')})`)
    .run(...bases.keys());
  const write = database.prepare(
    'INSERT INTO postings (term, segment, document_count, data) VALUES (?, ?, ?, ?)',
  );
  for (const group of groupByTerm(rows)) {
    group.sort((a, b) => (bases.get(a.segment) as number) - (bases.get(b.segment) as number));
    const { documentCount, data } = joinPostings(group, bases, first.first_ordinal);
    write.run((group[0] as PostingsRow).term, first.id, documentCount, data);
  }
}

interface PostingsRow {
  readonly term: string;
  readonly segment: number;
  readonly document_count: number;
  readonly data: Uint8Array;
}

function* groupByTerm(rows: readonly PostingsRow[]): Generator<PostingsRow[]> {
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

function joinPostings(
  group: readonly PostingsRow[],
  bases: ReadonlyMap<number, number>,
  base: number,
): { readonly documentCount: number; readonly data: Uint8Array } {
  const only = group[0] as PostingsRow;
  if (group.length === 1 && bases.get(only.segment) === base) {
    return { documentCount: only.document_count, data: only.data };
  }
  const documentCount = group.reduce((sum, row) => sum + row.document_count, 0);
  const lists = { ordinals: new Uint32Array(documentCount), frequencies: new Uint16Array(documentCount) };
  let end = 0;
  for (const row of group) end = decodePostings(row.data, bases.get(row.segment) as number, lists, end);
  return { documentCount, data: encodePostings(lists.ordinals, lists.frequencies, base) };
}
