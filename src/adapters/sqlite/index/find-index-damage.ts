import { isAfterwitError } from '../../../model/errors.ts';
import type { Database } from '../database.ts';
import { checkedRow, sealedColumns, selectFrom } from './sealed-rows.ts';
import { columnNames, segmentKinds } from './segment-columns.ts';
import { type PostingsRow, readColumn, requirePostings } from './segments.ts';

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
